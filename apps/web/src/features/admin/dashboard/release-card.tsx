import { dayMillis, type Fleet } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { dateLabel } from '#web/platform/format.ts';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './release-card.module.css';

const recentDays = 7;

/** Shows whether a newer version exists, its changes, and whether a backup is recent enough to upgrade. */
export function ReleaseCard({ fleet }: { fleet: Fleet | undefined }) {
  const newer = fleet?.release.newer;
  return (
    <Card
      title={newer ? `Tidemark ${newer.version} is available` : 'Version'}
      sub={fleet && `Tidemark ${fleet.process.version} is running.`}
      tools={newer && <Chip tone="good">Update</Chip>}
      aria-busy={fleet === undefined}
    >
      {fleet ? <ReleaseState release={fleet.release} now={Date.parse(fleet.at)} /> : <Skeleton height={44} />}
    </Card>
  );
}

function ReleaseState({ release, now }: { release: Fleet['release']; now: number }) {
  const { isChecked, checkedAt, failedAt, newer } = release;
  if (!isChecked)
    return (
      <p className={styles.text}>
        Update checks are off. <Link to="/system/settings">Turn them on</Link>: only the running version is sent.
      </p>
    );
  return (
    <div className={styles.state}>
      {newer ? (
        <>
          <p className={styles.text}>
            Published on {dateLabel(newer.publishedAt)}. <BackupNote at={release.backedUpAt} now={now} /> Try the
            migrations on a copy first: <code>tidemark upgrade --check</code>.
          </p>
          {newer.notes !== '' && (
            <details className={styles.notes}>
              <summary>What changed</summary>
              <pre dir="auto">{newer.notes}</pre>
            </details>
          )}
          <a className={styles.link} href={newer.url} target="_blank" rel="noreferrer">
            Release notes <ExternalLink size={14} aria-hidden="true" />
          </a>
        </>
      ) : (
        <p className={styles.text}>
          {checkedAt ? `This is the newest version, as of ${lastSyncInSentence(checkedAt)}.` : 'Not checked yet.'}
        </p>
      )}
      {failedAt && (
        <p className={styles.text}>
          The last check, {lastSyncInSentence(failedAt)}, failed. It will be retried within six hours; the log says why.
        </p>
      )}
    </div>
  );
}

function BackupNote({ at, now }: { at: string | null; now: number }) {
  if (at === null) return <strong>There is no backup from the last month: make one before you upgrade.</strong>;
  const isRecent = now - Date.parse(at) <= recentDays * dayMillis;
  const text = `The last backup is from ${dateLabel(at)}`;
  return isRecent ? <>{text}.</> : <strong>{text}: make a new one before you upgrade.</strong>;
}
