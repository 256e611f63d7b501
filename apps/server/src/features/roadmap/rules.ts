import type { RoadmapStatus } from '@tidemark/contract';

/** The labels by which the maintainers of the repository say what is shown, and how. */
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

/** Where a planned thing stands; null for what is not on the roadmap. */
export function roadmapStatus(issue: Labelled): RoadmapStatus | null {
  if (!has(issue, labels.feature) || has(issue, labels.hidden)) return null;
  if (issue.state === 'closed') return isDone(issue) ? 'completed' : null;
  return has(issue, labels.inProgress) ? 'in-progress' : 'planned';
}

/** Whether it is asked for and not decided: what is on the roadmap, closed or hidden is no request any more. */
export function isOpenRequest(issue: Labelled): boolean {
  if (!has(issue, labels.request) || has(issue, labels.hidden)) return false;
  return issue.state === 'open' && !has(issue, labels.feature);
}

// Issues closed before GitHub had reasons have none.
function isDone({ stateReason }: Labelled): boolean {
  return stateReason === null || stateReason === 'completed';
}

/** GitHub takes labels that differ in case for the same. */
function has({ labels: given }: Labelled, wanted: string): boolean {
  return given.some((label) => label.toLowerCase() === wanted);
}

export const requestsPerHour = 5;
export const filedPerHour = 20;
/** Longer than one attempt takes: after it whoever made it is gone. */
export const attemptMillis = 120_000;
const longestPause = 3_600_000;

/** When to try again after a number of attempts; not before a limit ends. */
export function nextAttempt(attempts: number, now: Date, until: Date | null): Date {
  const pause = Math.min(longestPause, 60_000 * 2 ** Math.max(0, attempts - 1));
  return new Date(Math.max(now.getTime() + pause, until?.getTime() ?? 0));
}
