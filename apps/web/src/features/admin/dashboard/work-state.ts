import type { Fleet } from '@tidemark/contract';

export type Work = Fleet['work'][number];

/** Work that has waited this long although nothing failed means that no process gets to it. */
const lateMillis = 15 * 60_000;

/** Returns the background work that an operator should look at: paused, failing, late, or waiting for another attempt. */
export function listTroubled({ work, at }: Pick<Fleet, 'work' | 'at'>): Work[] {
  return work.filter((one) => needsAttention(one, Date.parse(at)));
}

export function isFailing({ failedAt, succeededAt }: Work): boolean {
  return failedAt !== null && (succeededAt === null || failedAt > succeededAt);
}

export function isLate({ backlog, pausedAt }: Work, now: number): boolean {
  const since = backlog?.oldestDueAt ?? null;
  return pausedAt === null && since !== null && now - Date.parse(since) > lateMillis;
}

function needsAttention(work: Work, now: number): boolean {
  return work.pausedAt !== null || isFailing(work) || isLate(work, now) || (work.backlog?.retrying ?? 0) > 0;
}
