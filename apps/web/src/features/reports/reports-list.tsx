import { maxReports, type Report } from '@tidemark/contract';
import { cutText } from '@tidemark/contract/characters';
import { Copy, Download, Mail, MessageSquare, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { nextSendingLabel } from '#web/features/mail/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { dateLabel, dayLabel, plural } from '#web/platform/format.ts';
import { useMay, useWorkspaces } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';
import { Page } from '#web/ui/page.tsx';
import { rangeNames, toRangeName } from './report-draft.ts';
import styles from './reports-page.module.css';
import { ReportName, useReportTitle } from './report-name.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useDeleteReport, useDownloadReport, useSaveReport } from './reports.query.ts';

const CommentsDialog = lazyComponent(async () => (await import('./comments-dialog.tsx')).default);

interface ReportsListProps {
  reports: readonly Report[];
  onOpen: (id: string) => void;
}

export function ReportsList({ reports, onOpen }: ReportsListProps) {
  const [asked, setAsked] = useState<Report | null>(null);
  const [discussed, setDiscussed] = useState<Report | null>(null);
  const [scheduled, setScheduled] = useState<Report | null>(null);
  const { sendsMail } = useConfig();
  const remove = useDeleteReport();
  const mayEdit = useMay('editor');
  const add = mayEdit && (
    <Button
      variant="primary"
      icon={<Plus size={17} aria-hidden="true" />}
      disabled={reports.length >= maxReports}
      onClick={() => onOpen('new')}
    >
      New report
    </Button>
  );
  return (
    <Page>
      <header className={styles.head}>
        <div>
          <h1>Reports</h1>
          <p>Client-ready reports, as PDF or by mail.</p>
        </div>
        {reports.length > 0 && add}
      </header>
      <Card className={styles.list}>
        {reports.length === 0 ? (
          <EmptyState
            title="No reports yet"
            why={
              mayEdit
                ? 'Choose accounts, days and sections once. Then download it as PDF or schedule it, always with current numbers.'
                : 'Reports that the team writes about your accounts appear here.'
            }
            action={add}
          />
        ) : (
          <RowList>
            {reports.map((report) => (
              <ReportRow
                key={report.id}
                report={report}
                onOpen={onOpen}
                onComment={() => setDiscussed(report)}
                onSchedule={sendsMail ? () => setScheduled(report) : null}
                onDelete={() => setAsked(report)}
              />
            ))}
          </RowList>
        )}
      </Card>
      {discussed && <CommentsDialog report={discussed} onClose={() => setDiscussed(null)} />}
      {scheduled && <ScheduleDialog report={scheduled} onClose={() => setScheduled(null)} />}
      <ConfirmDialog
        open={asked !== null}
        title="Delete this report?"
        confirm="Delete report"
        onConfirm={() => asked && remove.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        <p>
          {asked && <ReportName choice={asked.choice} />} and its comments will be deleted. You keep downloaded PDFs.
        </p>
      </ConfirmDialog>
    </Page>
  );
}

interface ReportRowProps {
  report: Report;
  onOpen: (id: string) => void;
  onComment: () => void;
  /** Null if this server sends no mail. */
  onSchedule: (() => void) | null;
  onDelete: () => void;
}

function ReportRow({ report, onOpen, onComment, onSchedule, onDelete }: ReportRowProps) {
  const { id, choice, changedAt, schedule, nextAt, comments } = report;
  const isShared = useWorkspaces().workspace !== null;
  const { accounts } = useAccounts();
  const title = useReportTitle(choice);
  const pdf = useDownloadReport();
  const copy = useSaveReport();
  const mayEdit = useMay('editor');
  const shown = accounts.filter(({ _id }) => choice.accountIds.includes(_id));
  const isEmpty = shown.length === 0;
  return (
    <Row
      headingLevel={2}
      name={<bdi>{title}</bdi>}
      notes={[
        `${toSpan(choice)} · ${choice.sections.length} ${plural(choice.sections.length, 'section')} · changed ${dateLabel(changedAt)}`,
        isEmpty ? 'Its accounts are no longer linked.' : shown.map(displayName).join(', '),
        ...(schedule && nextAt ? [nextSendingLabel(nextAt, schedule.timeZone)] : []),
      ]}
    >
      {mayEdit && (
        <Button size="small" onClick={() => onOpen(id)} aria-label={`Edit ${title}`}>
          Edit
        </Button>
      )}
      <Button
        size="small"
        icon={<Download size={15} aria-hidden="true" />}
        busy={pdf.isPending}
        busyLabel="PDF"
        disabled={isEmpty}
        onClick={() => pdf.mutate({ id })}
        aria-label={`Download ${title} as PDF`}
      >
        PDF
      </Button>
      {(comments > 0 || isShared) && (
        <Button
          size="small"
          icon={<MessageSquare size={15} aria-hidden="true" />}
          onClick={onComment}
          aria-label={`Comments about ${title}`}
        >
          {comments > 0 ? comments : 'Comment'}
        </Button>
      )}
      {mayEdit && onSchedule && (
        <IconButton label={`Send ${title} by mail`} size="small" onClick={onSchedule}>
          <Mail size={16} aria-hidden="true" />
        </IconButton>
      )}
      {mayEdit && (
        <>
          <IconButton
            label={`Duplicate ${title}`}
            size="small"
            reason={isEmpty ? 'It has no accounts' : null}
            onClick={() => copy.mutate({ id: null, choice: { ...choice, title: toCopyTitle(title) } })}
          >
            <Copy size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`Delete ${title}`} size="small" onClick={onDelete}>
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </Row>
  );
}

const maxTitle = 120;
const toCopyTitle = (title: string) => cutText(`Copy of ${title}`, { maxCharacters: maxTitle });

function toSpan(choice: Report['choice']): string {
  const { range } = choice;
  return range.kind === 'fixed' ? `${dayLabel(range.from)} – ${dayLabel(range.to)}` : rangeNames[toRangeName(choice)];
}
