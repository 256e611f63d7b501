import { z } from 'zod';
import type { StateStore } from '../sandbox-state.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import { validationFailed } from './github-api-error.ts';
import { firstBook, StateReason, toInstant, type IssueBook, type StoredIssue } from './issue-book.ts';

export const ListQuery = z.object({
  labels: z.string().default(''),
  state: z.enum(['open', 'closed', 'all']).default('open'),
  sort: z.enum(['created', 'updated', 'comments']).default('created'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  since: z.iso.datetime().optional(),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .catch(30)
    .transform((size) => Math.min(100, size)),
  page: z.coerce.number().int().min(1).catch(1),
});
type ListQuery = z.infer<typeof ListQuery>;

export const NewIssue = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  labels: z.array(z.string()).default([]),
});

export const IssueChange = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  labels: z.array(z.string()).optional(),
  state: z.enum(['open', 'closed']).optional(),
  state_reason: StateReason.nullish(),
});

const maxTitleLength = 256;
const maxBodyLength = 65_536;

export function createRepository({ store, clock }: { store: StateStore; clock: SandboxClock }) {
  const book: IssueBook = (store.state.github ??= firstBook(clock.now()));

  function require(title: string, body: string | null | undefined) {
    if (title.trim() === '') throw validationFailed('title', 'missing_field');
    if (title.length > maxTitleLength) throw validationFailed('title', 'custom');
    if ((body?.length ?? 0) > maxBodyLength) throw validationFailed('body', 'custom');
  }

  function addLabels(names: string[]) {
    for (const name of names) if (!book.labels.includes(name)) book.labels.push(name);
  }

  return {
    labels: () => book.labels,
    addLabel(name: string) {
      if (book.labels.includes(name)) throw validationFailed('name', 'already_exists');
      addLabels([name]);
      store.save();
    },
    all: () => book.issues,
    find: (number: number): StoredIssue | undefined => book.issues.find((issue) => issue.number === number),
    list({ labels, state, sort, direction, since }: ListQuery): StoredIssue[] {
      const wanted = labels
        .split(',')
        .map((label) => label.trim().toLowerCase())
        .filter(Boolean);
      const found = book.issues.filter(
        (issue) =>
          (state === 'all' || issue.state === state) &&
          (since === undefined || issue.updatedAt >= since) &&
          wanted.every((label) => issue.labels.some((given) => given.toLowerCase() === label)),
      );
      const key = { created: 'createdAt', updated: 'updatedAt', comments: 'comments' } as const;
      const sorted = found.toSorted((one, other) => {
        const [a, b] = [one[key[sort]], other[key[sort]]];
        return a === b ? one.number - other.number : a < b ? -1 : 1;
      });
      return direction === 'asc' ? sorted : sorted.toReversed();
    },
    create({ title = '', body, labels }: z.infer<typeof NewIssue>, author: string): StoredIssue {
      require(title, body);
      addLabels(labels);
      const now = toInstant(clock.now());
      const issue: StoredIssue = {
        number: Math.max(0, ...book.issues.map(({ number }) => number)) + 1,
        title,
        body: body ?? null,
        state: 'open',
        stateReason: null,
        labels,
        comments: 0,
        author,
        createdAt: now,
        updatedAt: now,
        closedAt: null,
        dueAt: null,
        isPullRequest: false,
      };
      book.issues.push(issue);
      store.save();
      return issue;
    },
    change(issue: StoredIssue, change: z.infer<typeof IssueChange>): StoredIssue {
      require(change.title ?? issue.title, change.body);
      const now = toInstant(clock.now());
      addLabels(change.labels ?? []);
      if (change.title !== undefined) issue.title = change.title;
      if (change.body !== undefined) issue.body = change.body;
      if (change.labels) issue.labels = change.labels;
      if (change.state && change.state !== issue.state) {
        issue.state = change.state;
        issue.closedAt = change.state === 'closed' ? now : null;
        issue.stateReason = change.state === 'closed' ? (change.state_reason ?? 'completed') : 'reopened';
      }
      issue.updatedAt = now;
      store.save();
      return issue;
    },
  };
}
