import type { Annotation } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { displayName, useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { type Day, usePeriod, spanLabel } from '#web/features/periods/index.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { dayLabel } from '#web/platform/format.ts';
import { useMay, useWorkspaces } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AnnotationForm } from './annotation-form.tsx';
import { annotationHues, eventColor, eventLabels } from './annotation-labels.ts';
import styles from './annotations.module.css';
import { annotationsQuery } from './annotations.query.ts';
import { useDeleteAnnotation, useSaveAnnotation } from './use-change-annotations.ts';

/** The range's list, the form for a new annotation on a day, or the form for an existing annotation. */
export type Shown = 'list' | { day: Day } | Annotation;

interface AnnotationsDialogProps {
  /** Initial view; closing a form that was shown first closes the dialog. */
  shown: Shown;
  onClose: () => void;
}

/** Lists events and annotations in the range, with a form to add or change annotations. */
export function AnnotationsDialog({ shown, onClose }: AnnotationsDialogProps) {
  const { to } = usePeriod();
  const mayEdit = useMay('editor');
  const [now, show] = useState(shown);
  const isForm = now !== 'list';
  const annotation = isForm && 'id' in now ? now : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={!isForm ? 'Annotations' : annotation ? 'Change the annotation' : 'Add an annotation'}
      width="small"
      footer={
        mayEdit &&
        !isForm && (
          <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => show({ day: to })}>
            Add annotation
          </Button>
        )
      }
    >
      {isForm ? (
        <AnnotationForm
          annotation={annotation}
          day={'day' in now ? now.day : to}
          onDone={() => (shown === 'list' ? show('list') : onClose())}
        />
      ) : (
        <AnnotationList onEdit={show} />
      )}
    </Dialog>
  );
}

function AnnotationList({ onEdit }: { onEdit: (annotation: Annotation) => void }) {
  const period = usePeriod();
  const { data, error, refetch } = useQuery(annotationsQuery(useShownAccounts(), period));
  const { accounts } = useAccounts();
  const mayEdit = useMay('editor');
  const isShared = useWorkspaces().workspace !== null;
  const [deleted, setDeleted] = useState<Annotation | null>(null);
  const remove = useDeleteAnnotation(setDeleted);
  const restore = useSaveAnnotation(() => setDeleted(null));
  const accountName = (id: string | null) => {
    const account = accounts.find(({ _id }) => _id === id);
    return account ? displayName(account) : 'All accounts';
  };

  if (error)
    return (
      <EmptyState
        title="Could not load annotations"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (!data) return <Skeleton height={120} radius={14} />;
  const { annotations, events } = data;
  return (
    <>
      <p className={styles.lede}>
        {spanLabel(period)}. Charts show them on their days;{' '}
        {isShared ? 'the team sees them, clients don’t.' : 'only you and your team see what you write.'}
      </p>
      {deleted && (
        <p className={styles.deleted} role="status">
          <span className={styles.words}>
            <span>
              Deleted <bdi>{deleted.text}</bdi>
            </span>
            {restore.error && <span role="alert">{getServerMessage(restore.error, 'Could not restore it')}</span>}
          </span>
          <Button
            size="small"
            busy={restore.isPending}
            onClick={() => {
              const { id: _, ...fields } = deleted;
              restore.mutate({ id: null, fields });
            }}
          >
            Undo
          </Button>
        </p>
      )}
      {annotations.length === 0 ? (
        <EmptyState compact title="No annotations in this range" />
      ) : (
        <ul className={styles.list} aria-label="Annotations">
          {annotations.map((annotation) => (
            <li key={annotation.id}>
              <span className={styles.dot} style={{ background: annotationHues[annotation.color] }} />
              <span className={styles.words}>
                <bdi>{annotation.text}</bdi>
                <span className={styles.when}>
                  {toSpan(annotation)} · {accountName(annotation.accountId)}
                </span>
              </span>
              {mayEdit && (
                <>
                  <IconButton label={`Change ${annotation.text}`} size="small" onClick={() => onEdit(annotation)}>
                    <Pencil size={15} aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={`Delete ${annotation.text}`}
                    size="small"
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(annotation)}
                  >
                    <Trash2 size={15} aria-hidden="true" />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {events.length > 0 && (
        <>
          <h3 className={styles.heading}>Recorded by Tidemark</h3>
          <ul className={styles.list}>
            {events.map(({ kind, accountId, firstDay, lastDay, redefined }) => (
              <li key={[kind, accountId, firstDay, redefined?.text].join()}>
                <span className={styles.dot} style={{ background: eventColor }} />
                <span className={styles.words}>
                  {redefined?.text ?? eventLabels[kind]}
                  <span className={styles.when}>
                    {toSpan({ firstDay, lastDay })}
                    {accountId !== null && ` · ${accountName(accountId)}`}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function toSpan({ firstDay, lastDay }: Pick<Annotation, 'firstDay' | 'lastDay'>): string {
  return firstDay === lastDay ? dayLabel(firstDay) : `${dayLabel(firstDay)} to ${dayLabel(lastDay)}`;
}
