import { maxReportCommentLength, type Report, type ReportComment } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { dateLabel } from '#web/platform/format.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { ReportName } from './report-name.tsx';
import styles from './reports-page.module.css';
import { commentsQuery, useAddComment, useDeleteComment } from './reports.query.ts';

/** Comments of members and clients about a report, and a field to answer. */
export default function CommentsDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const [text, setText] = useState('');
  const form = useId();
  const { data, error, isFetching, refetch } = useQuery(commentsQuery(report.id));
  const add = useAddComment(report.id);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (text.trim() && !add.isPending) add.mutate(text, { onSuccess: () => setText('') });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Comments"
      width="medium"
      footer={
        <Button
          type="submit"
          form={form}
          variant="primary"
          busy={add.isPending}
          busyLabel="Sending…"
          disabled={!text.trim()}
        >
          Send
        </Button>
      }
    >
      <div className={styles.comments}>
        <p>
          About <ReportName choice={report.choice} />. Everybody who sees the report sees them.
        </p>
        {data ? (
          data.length > 0 && (
            <RowList>
              {data.map((comment) => (
                <CommentRow key={comment.id} reportId={report.id} comment={comment} />
              ))}
            </RowList>
          )
        ) : error ? (
          <LoadFailure title="Could not load the comments" error={error} isRetrying={isFetching} onRetry={refetch} />
        ) : (
          <Skeleton height={80} />
        )}
        {add.isError && (
          <Alert onDismiss={() => add.reset()}>
            {getServerMessage(add.error, 'Could not send the comment. Try again in a moment.')}
          </Alert>
        )}
        <form id={form} onSubmit={submit}>
          <TextArea
            label="Your comment"
            rows={3}
            maxCharacters={maxReportCommentLength}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </form>
      </div>
    </Dialog>
  );
}

function CommentRow({ reportId, comment }: { reportId: string; comment: ReportComment }) {
  const remove = useDeleteComment(reportId);
  const isOwner = useMay('owner');
  return (
    <Row
      name={<bdi>{comment.author ?? 'A former member'}</bdi>}
      notes={[dateLabel(comment.createdAt)]}
      more={
        <p className={styles.comment} dir="auto">
          {comment.text}
        </p>
      }
    >
      {(comment.isOwn || isOwner) && (
        <IconButton label="Delete this comment" size="small" onClick={() => remove.mutate(comment.id)}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      )}
    </Row>
  );
}
