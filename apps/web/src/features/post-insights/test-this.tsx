import type { Opportunity } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { periodSearch } from '#web/features/periods/index.ts';
import { dateLabel } from '#web/platform/format.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './opportunities.module.css';
import { useTestThis } from './use-test-this.ts';

/** Starts a recommendation's test; while it runs, says when to expect a result. */
export function TestThis({ title, opportunity }: { title: string; opportunity: Opportunity }) {
  const mayEdit = useMay('editor');
  const { running, isReady, isStarting, start } = useTestThis(title, opportunity);
  if (running?.test)
    return (
      <p className={styles.evidence}>
        Test running:{' '}
        <Link to="/labels" search={periodSearch} className={styles.testLink}>
          result on {dateLabel(running.test.resultAt)}
        </Link>
      </p>
    );
  if (!mayEdit) return null;
  return (
    <Button
      size="small"
      className={styles.testThis}
      aria-label={`Test this: ${title}`}
      disabled={!isReady}
      busy={isStarting}
      busyLabel="Starting..."
      onClick={start}
    >
      Test this
    </Button>
  );
}
