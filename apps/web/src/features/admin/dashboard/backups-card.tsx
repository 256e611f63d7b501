import { dayMillis, type Backups, type ScheduledBackup } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bytesText } from '#web/platform/bytes-text.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { lastSync, lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { backupsQuery, useRequestBackup } from './backups.query.ts';
import styles from './backups-card.module.css';

const maxAgeMillis = 2 * dayMillis;

/** Says first whether this installation is covered, then by which backups. */
export function BackupsCard() {
  const { data, error, refetch } = useQuery(backupsQuery);
  const request = useRequestBackup();
  return (
    <Card
      title="Backups"
      aria-busy={!data && !error}
      tools={
        data && (
          <>
            <CoverChip backups={data} />
            {data.schedule && (
              <Button
                size="small"
                busy={request.isPending || data.schedule.isRunning}
                busyLabel="Backing up…"
                onClick={() => request.mutate()}
              >
                Back up now
              </Button>
            )}
          </>
        )
      }
    >
      {data ? (
        <BackupState backups={data} />
      ) : error ? (
        <EmptyState
          title="Could not load the backups"
          why={getServerMessage(error, 'Could not reach the server.')}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton height={120} radius={14} />
      )}
    </Card>
  );
}

function CoverChip({ backups }: { backups: Backups }) {
  if (!backups.schedule) return <Chip tone="warn">Not scheduled</Chip>;
  const isCovered = listWarnings(backups).length === 0;
  if (isCovered && backups.kept.length === 0) return <Chip>First backup is due</Chip>;
  return <Chip tone={isCovered ? 'good' : 'bad'}>{isCovered ? 'Covered' : 'Needs attention'}</Chip>;
}

function BackupState({ backups }: { backups: Backups }) {
  const { schedule, kept, failure } = backups;
  const good = findGood(kept);
  const warnings = listWarnings(backups);
  return (
    <div className={styles.state}>
      {warnings.length > 0 && (
        <div role="note" className={styles.warnings}>
          {warnings.map((warning, index) => (
            <p key={index}>{warning}</p>
          ))}
        </div>
      )}
      {schedule && (
        <Facts>
          <Fact label="Last good backup">
            {good ? `${lastSync(good.finishedAt)}, ${bytesText(good.bytes)}` : 'None yet'}
          </Fact>
          {good && <Fact label="Restore tried">{good.trial === 'passed' ? 'Yes, it works' : 'No'}</Fact>}
          <Fact label={failure ? 'Next attempt' : 'Next'}>{nextText(schedule, backups.at)}</Fact>
          <Fact label="Kept">
            {`${wholeNumber(kept.length)} of up to ${wholeNumber(schedule.keep)} in `}
            <code>{schedule.folder}</code>
          </Fact>
        </Facts>
      )}
      {kept.length > 0 && (
        <details>
          <summary>
            Show all {wholeNumber(kept.length)} {plural(kept.length, 'backup', 'backups')}
          </summary>
          <ul className={styles.files} aria-label="Backups that are kept">
            {kept.map((backup) => (
              <li key={backup.file}>
                {backup.file}
                <span>
                  {bytesText(backup.bytes)}, {trialText(backup)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Lists what an operator should do, each with its cause. */
function listWarnings({ at, schedule, failure, kept, backedUpAt }: Backups): ReactNode[] {
  if (!schedule)
    return [
      <>
        No backups are scheduled
        {backedUpAt
          ? `; the last one was made with tidemark backup, ${lastSyncInSentence(backedUpAt)}`
          : ', and there is none from the last month'}
        . Set <code>BACKUP_DIR</code> to a folder on another disk and restart Tidemark.
      </>,
    ];
  const [newest] = kept;
  const good = findGood(kept);
  const warnings: ReactNode[] = [];
  if (failure) warnings.push(`The last attempt, ${lastSyncInSentence(failure.at)}, failed. ${failure.message}`);
  if (newest?.trial === 'failed')
    warnings.push(`The newest backup did not pass the restore, so do not rely on it: ${newest.problem}`);
  if (newest?.trial === 'untried')
    warnings.push(
      `Restoring the newest backup could not be tried here: ${newest.problem} Verify it on another machine with tidemark restore --verify.`,
    );
  if (kept.length > 0 && (!good || Date.parse(at) - Date.parse(good.finishedAt) > maxAgeMillis))
    warnings.push(
      good
        ? 'The last good backup is older than two days. Background work, below, says whether “Back up” is paused or not done by any process.'
        : 'There is no good backup.',
    );
  return warnings;
}

/** Returns the newest that is complete, and was not shown to be unusable. */
function findGood(kept: readonly ScheduledBackup[]): ScheduledBackup | undefined {
  return kept.find(({ trial }) => trial !== 'failed');
}

function nextText({ nextAt, isRunning }: NonNullable<Backups['schedule']>, at: string): string {
  if (isRunning) return 'Being made now';
  return Date.parse(nextAt) <= Date.parse(at) ? 'Due now' : toDayAndTime(nextAt);
}

const dayAndTime = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

function toDayAndTime(instant: string): string {
  return dayAndTime.format(new Date(instant)).replaceAll(/\s/g, ' ');
}

function trialText({ trial, problem }: ScheduledBackup): string {
  if (trial === 'passed') return 'restore tried: it works';
  return trial === 'failed' ? `restore failed: ${problem}` : 'restore not tried';
}
