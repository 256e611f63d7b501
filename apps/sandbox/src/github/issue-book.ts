import { z } from 'zod';
import { issueSeeds } from './roadmap-issues.ts';

export const StateReason = z.enum(['completed', 'duplicate', 'not_planned', 'reopened']);

const StoredIssue = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullable(),
  state: z.enum(['open', 'closed']),
  stateReason: StateReason.nullable(),
  labels: z.array(z.string()),
  comments: z.number(),
  author: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
  dueAt: z.string().nullable(),
  isPullRequest: z.boolean(),
});
export type StoredIssue = z.infer<typeof StoredIssue>;

export const IssueBook = z.object({ issues: z.array(StoredIssue), labels: z.array(z.string()) });
export type IssueBook = z.infer<typeof IssueBook>;

const dayMillis = 86_400_000;

/** Returns the repository's initial issues, numbered by creation time. */
export function firstBook(now: number): IssueBook {
  // Offset by a few minutes, so that nothing was written at the very second the sandbox starts.
  const instant = (daysAgo: number, index: number) => toInstant(now - daysAgo * dayMillis - (index * 37 + 11) * 60_000);
  const issues = issueSeeds
    .map((seed, index) => ({ seed, createdAt: instant(seed.openedDaysAgo, index), index }))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map(({ seed, createdAt, index }, at): StoredIssue => {
      const closedAt = seed.closed ? instant(seed.closed.daysAgo, index) : null;
      return {
        number: at + 1,
        title: seed.title,
        body: seed.body,
        state: seed.closed ? 'closed' : 'open',
        stateReason: seed.closed?.reason ?? null,
        labels: seed.labels,
        comments: seed.comments ?? 0,
        author: seed.author ?? 'tidemark-team',
        createdAt,
        updatedAt: closedAt ?? createdAt,
        closedAt,
        dueAt: seed.dueInDays === undefined ? null : toInstant(now + seed.dueInDays * dayMillis),
        isPullRequest: seed.isPullRequest ?? false,
      };
    });
  return { issues, labels: ['bug', 'feature-request', 'hidden', 'in progress', 'roadmap'] };
}

/** Returns a timestamp as GitHub writes it, without fractional seconds. */
export function toInstant(millis: number): string {
  return `${new Date(millis).toISOString().slice(0, 19)}Z`;
}
