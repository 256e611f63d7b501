import type { RoadmapStatus } from '@tidemark/contract';
import { backoff } from '../../platform/backoff.ts';

/** Labels by which maintainers control what is shown, and how. */
export const labels = {
  feature: 'roadmap',
  request: 'feature-request',
  inProgress: 'in progress',
  hidden: 'hidden',
} as const;

interface Labelled {
  state: 'open' | 'closed';
  stateReason: string | null;
  labels: readonly string[];
}

/** Returns a planned feature's status; null if it is not on the roadmap. */
export function roadmapStatus(issue: Labelled): RoadmapStatus | null {
  if (!has(issue, labels.feature) || has(issue, labels.hidden)) return null;
  if (issue.state === 'closed') return isDone(issue) ? 'completed' : null;
  return has(issue, labels.inProgress) ? 'in-progress' : 'planned';
}

/** Returns true if a request is undecided: issues that are on the roadmap, closed or hidden are not. */
export function isOpenRequest(issue: Labelled): boolean {
  if (!has(issue, labels.request) || has(issue, labels.hidden)) return false;
  return issue.state === 'open' && !has(issue, labels.feature);
}

// Returns true if completed, or closed before GitHub introduced reasons.
function isDone({ stateReason }: Labelled): boolean {
  return stateReason === null || stateReason === 'completed';
}

/** Compares case-insensitively, as GitHub's labels are. */
function has({ labels: given }: Labelled, name: string): boolean {
  return given.some((label) => label.toLowerCase() === name);
}

export const requestsPerHour = 5;
export const filedPerHour = 20;
/** Longer than one attempt takes: afterwards, its process has crashed. */
export const attemptMillis = 120_000;

/** Returns when to retry after a number of attempts; not before a rate limit ends. */
export function nextAttempt(attempts: number, now: Date, until: Date | null): Date {
  const pause = backoff(attempts, { first: 60_000, max: 3_600_000 });
  return new Date(Math.max(now.getTime() + pause, until?.getTime() ?? 0));
}
