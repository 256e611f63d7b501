import { cutText } from '@tidemark/contract';
import { z } from 'zod';
import { toStorable } from '../../platform/storable-text.ts';

const maxBodyLength = 12_000;

const Text = z.string().transform(toStorable);
const Label = z.union([Text, z.object({ name: Text.nullish() }).transform(({ name }) => name ?? '')]);

const IssueReply = z.object({
  number: z.number().int().positive(),
  title: Text,
  body: Text.nullish(),
  state: z.enum(['open', 'closed']),
  state_reason: z.string().nullish(),
  labels: z.array(Label),
  comments: z.number().int().catch(0),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullish(),
  html_url: z.url({ protocol: /^https?$/ }),
  milestone: z.object({ due_on: z.iso.datetime().nullish() }).nullish(),
  user: z.object({ login: Text }).nullish(),
  pull_request: z.unknown().optional(),
});

/** The parts of an issue that the roadmap needs. */
export const Issue = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string(),
  state: z.enum(['open', 'closed']),
  stateReason: z.string().nullable(),
  labels: z.array(z.string()),
  comments: z.number(),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
  dueAt: z.string().nullable(),
  url: z.string(),
  author: z.string().nullable(),
});
export type Issue = z.infer<typeof Issue>;

export function toIssue(reply: unknown): Issue {
  const issue = IssueReply.parse(reply);
  return {
    number: issue.number,
    title: issue.title,
    body: cutText(issue.body ?? '', { maxUnits: maxBodyLength }),
    state: issue.state,
    stateReason: issue.state_reason ?? null,
    labels: issue.labels,
    comments: issue.comments,
    createdAt: issue.created_at,
    closedAt: issue.closed_at ?? null,
    dueAt: issue.milestone?.due_on ?? null,
    url: issue.html_url,
    author: issue.user?.login ?? null,
  };
}

/** Detects pull requests, which GitHub's issue lists include. */
export function isPullRequest(reply: unknown): boolean {
  return IssueReply.parse(reply).pull_request !== undefined;
}
