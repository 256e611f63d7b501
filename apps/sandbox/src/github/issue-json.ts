import { createHash } from 'node:crypto';
import type { components } from '@octokit/openapi-types';
import type { StoredIssue } from './issue-book.ts';

// GitHub's API description: the compiler rejects an answer that lacks a required property.
type Schemas = components['schemas'];

interface Addresses {
  /** The repository in the API and on the website. */
  api: string;
  web: string;
}

/** Returns an issue like the REST API; pull requests are issues with one more field. */
export function issueJson(issue: StoredIssue, { api, web }: Addresses): Schemas['issue'] {
  const url = `${api}/issues/${issue.number}`;
  const webUrl = `${web}/${issue.isPullRequest ? 'pull' : 'issues'}/${issue.number}`;
  return {
    id: 2_900_000_000 + issue.number,
    node_id: `I_sandbox${issue.number}`,
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: webUrl,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    state_reason: issue.stateReason,
    locked: false,
    active_lock_reason: null,
    assignee: null,
    user: userJson(issue.author, api, web),
    labels: issue.labels.map((name) => labelJson(name, api)),
    assignees: [],
    milestone: issue.dueAt === null ? null : milestoneJson(issue.dueAt, issue, { api, web }),
    comments: issue.comments,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: 'NONE',
    reactions: reactionsJson(url),
    ...(issue.isPullRequest && {
      draft: false,
      pull_request: {
        url: `${api}/pulls/${issue.number}`,
        html_url: webUrl,
        diff_url: `${webUrl}.diff`,
        patch_url: `${webUrl}.patch`,
        merged_at: null,
      },
    }),
  };
}

export function labelJson(name: string, api: string): Schemas['label'] {
  const id = toId(name);
  const url = `${api}/labels/${encodeURIComponent(name)}`;
  return { id, node_id: `LA_sandbox${id}`, url, name, color: '5146e5', description: null, default: false };
}

function userJson(login: string, api: string, web: string): Schemas['simple-user'] {
  const id = toId(login);
  const url = `${new URL(api).origin}/github/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: `U_sandbox${id}`,
    avatar_url: `${new URL(web).origin}/github.com/avatars/${id}`,
    gravatar_id: '',
    url,
    html_url: `${new URL(web).origin}/github.com/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  };
}

function milestoneJson(dueAt: string, { createdAt, updatedAt }: StoredIssue, { api, web }: Addresses) {
  const url = `${api}/milestones/1`;
  return {
    id: 1,
    node_id: 'MI_sandbox1',
    url,
    html_url: `${web}/milestone/1`,
    labels_url: `${url}/labels`,
    number: 1,
    state: 'open',
    title: dueAt.slice(0, 7),
    description: null,
    creator: null,
    open_issues: 1,
    closed_issues: 0,
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: null,
    due_on: dueAt,
  } satisfies Schemas['milestone'];
}

function reactionsJson(url: string): Schemas['reaction-rollup'] {
  const none = { '+1': 0, '-1': 0, laugh: 0, confused: 0, heart: 0, hooray: 0, eyes: 0, rocket: 0 };
  return { url: `${url}/reactions`, total_count: 0, ...none };
}

function toId(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0);
}
