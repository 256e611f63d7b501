import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { type Day, usePeriod } from '#web/features/periods/index.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import { marksOn } from '#web/ui/charts/day-marks.ts';
import styles from './day-annotations.module.css';
import type { Shown } from './annotations-dialog.tsx';
import { LazyAnnotationsDialog } from './lazy-annotations-dialog.tsx';
import { useAnnotations, useDayMarks } from './use-day-marks.ts';

/** A day's events and annotations, apart from posts; those who may add one do so here. */
export function DayAnnotations({ day }: { day: Day }) {
  const mayEdit = useMay('editor');
  const [accountIds, period] = [useShownAccounts(), usePeriod()];
  const own = useAnnotations(accountIds, period)?.annotations ?? [];
  const marks = useDayMarks(accountIds, period);
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <div className={styles.day}>
      {marks &&
        marksOn(day, marks).map(({ id, text, color }) => {
          const annotation = mayEdit && own.find((one) => one.id === id);
          const content = (
            <>
              <span className={styles.dot} style={{ background: color }} />
              <bdi>{text}</bdi>
            </>
          );
          return annotation ? (
            <button key={id} type="button" className={styles.mark} onClick={() => setShown(annotation)}>
              {content}
            </button>
          ) : (
            <span key={id} className={styles.mark}>
              {content}
            </span>
          );
        })}
      {mayEdit && (
        <Button
          size="small"
          variant="text"
          icon={<NotebookPen size={14} aria-hidden="true" />}
          onClick={() => setShown({ day })}
        >
          Annotate this day
        </Button>
      )}
      <LazyAnnotationsDialog shown={shown} onClose={() => setShown(null)} />
    </div>
  );
}
