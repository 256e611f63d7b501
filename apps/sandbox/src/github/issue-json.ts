import { createHash } from 'node:crypto';
import type { StoredIssue } from './issue-book.ts';

/** An issue as the REST API returns it; pull requests are issues with one more field. */
export function issueJson(issue: StoredIssue, { api, web }: { api: string; web: string }) {
  const url = `${api}/issues/${issue.number}`;
  return {
    id: 2_900_000_000 + issue.number,
    node_id: `I_sandbox${issue.number}`,
    url,
    repository_url: api,
    html_url: `${web}/${issue.isPullRequest ? 'pull' : 'issues'}/${issue.number}`,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    state_reason: issue.stateReason,
    locked: false,
    user: { login: issue.author, id: toId(issue.author), type: issue.author.endsWith('[bot]') ? 'Bot' : 'User' },
    labels: issue.labels.map((name) => ({ id: toId(name), name, color: '5146e5', description: null, default: false })),
    assignees: [],
    milestone: issue.dueAt === null ? null : { number: 1, title: issue.dueAt.slice(0, 7), due_on: issue.dueAt },
    comments: issue.comments,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: 'NONE',
    reactions: { url: `${url}/reactions`, total_count: 0, '+1': 0, '-1': 0 },
    ...(issue.isPullRequest && { pull_request: { url: `${api}/pulls/${issue.number}` } }),
  };
}

function toId(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0);
}
