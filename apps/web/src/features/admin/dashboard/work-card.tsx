import type { Fleet } from '@tidemark/contract';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { lastSync, lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { durationText } from './fleet-labels.ts';
import styles from './fleet.module.css';
import { usePauseWork, useRetryWork } from './fleet.query.ts';
import { isFailing, isLate, listTroubled, type Work } from './work-state.ts';

/** Shows which background work needs an operator, why, and what helps; the rest on demand. */
export function WorkCard({ fleet }: { fleet: Fleet | undefined }) {
  const now = fleet ? Date.parse(fleet.at) : 0;
  const troubled = fleet ? listTroubled(fleet) : [];
  const others = fleet?.work.filter((work) => !troubled.includes(work)) ?? [];
  return (
    <Card title="Background work" sub={fleet && summarize(fleet.work, troubled.length)} aria-busy={fleet === undefined}>
      {!fleet && <Skeleton height={60} />}
      {troubled.length > 0 && <WorkList works={troubled} now={now} label="Needs attention" />}
      {others.length > 0 && (
        <details className={styles.what}>
          <summary>
            <span>
              {troubled.length > 0 ? 'Show the other' : 'Show all'} {wholeNumber(others.length)}
            </span>
          </summary>
          <WorkList works={others} now={now} label="All other work" />
        </details>
      )}
    </Card>
  );
}

function WorkList({ works, now, label }: { works: readonly Work[]; now: number; label: string }) {
  return (
    <section aria-label={label}>
      <RowList>
        {works.map((work) => (
          <WorkRow key={work.name} work={work} now={now} />
        ))}
      </RowList>
    </section>
  );
}

function WorkRow({ work, now }: { work: Work; now: number }) {
  const { name, label, pausedAt, isStarted, backlog } = work;
  const pause = usePauseWork();
  const retry = useRetryWork();
  return (
    <Row
      name={
        <>
          {label} <StateChip work={work} now={now} />
        </>
      }
      notes={toNotes(work, now)}
    >
      {(backlog?.retrying ?? 0) > 0 && (
        <Button
          size="small"
          busy={retry.isPending}
          busyLabel="Retrying…"
          aria-label={`Retry now: ${label}`}
          onClick={() => retry.mutate(name)}
        >
          Retry now
        </Button>
      )}
      {(isStarted || pausedAt !== null) && (
        <Button
          size="small"
          busy={pause.isPending}
          busyLabel={pausedAt === null ? 'Pausing…' : 'Resuming…'}
          aria-label={`${pausedAt === null ? 'Pause' : 'Resume'}: ${label}`}
          onClick={() => pause.mutate({ name, isPaused: pausedAt === null })}
        >
          {pausedAt === null ? 'Pause' : 'Resume'}
        </Button>
      )}
    </Row>
  );
}

function StateChip({ work, now }: { work: Work; now: number }) {
  if (work.pausedAt !== null) return <Chip tone="warn">Paused</Chip>;
  if (isFailing(work)) return <Chip tone="bad">Failing</Chip>;
  if (isLate(work, now)) return <Chip tone="bad">Late</Chip>;
  if (!work.isStarted) return <Chip>Off</Chip>;
  return work.running > 0 ? <Chip tone="accent">Running</Chip> : <Chip tone="good">Ready</Chip>;
}

function toNotes(work: Work, now: number): string[] {
  const { backlog, pausedAt, failedAt, error, remedy, isStarted, succeededAt } = work;
  const notes = [];
  if (pausedAt !== null) notes.push(`Paused since ${lastSyncInSentence(pausedAt)}. Nothing is lost: it waits.`);
  if (backlog && backlog.due + backlog.retrying > 0) notes.push(describeBacklog(backlog, now));
  if (isFailing(work)) notes.push(`Failed ${lastSyncInSentence(failedAt ?? '')}: ${error ?? 'no message'}`, remedy);
  else if (isLate(work, now)) notes.push(isStarted ? remedy : 'No process does it. Start one with tidemark work.');
  else if (!isStarted && pausedAt === null) notes.push('No process does it, or this installation has no use for it.');
  if (notes.length === 0 && succeededAt !== null) notes.push(`Last run: ${lastSync(succeededAt)}`);
  return notes;
}

function describeBacklog({ due, oldestDueAt, retrying }: NonNullable<Work['backlog']>, now: number): string {
  const parts = [];
  if (due > 0)
    parts.push(`${wholeNumber(due)} due${oldestDueAt ? `, the first for ${durationText(oldestDueAt, now)}` : ''}`);
  if (retrying > 0) parts.push(`${wholeNumber(retrying)} ${plural(retrying, 'waits', 'wait')} for another attempt`);
  return `${parts.join('; ')}.`;
}

function summarize(works: readonly Work[], troubled: number): string {
  if (!works.some(({ isStarted }) => isStarted))
    return 'No process does background work. Start one with tidemark work.';
  if (troubled === 0) return 'Nothing is stuck.';
  return `${wholeNumber(troubled)} of ${wholeNumber(works.length)} ${plural(troubled, 'needs', 'need')} attention.`;
}
