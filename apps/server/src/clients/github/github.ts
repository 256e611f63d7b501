import type { Octokit } from '@octokit/rest';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { cappedFetch } from '../../platform/outbound/capped-fetch.ts';
import { createGithubConnection, type GithubAccess } from './github-connection.ts';
import { GithubError, toGithubFailure } from './github-error.ts';
import { isPullRequest, toIssue, type Issue } from './issue.ts';

export interface GithubOptions {
  apiBaseUrl: string;
  /** `owner/name` */
  repository: string;
  access: GithubAccess;
  clock: Clock;
  patienceSeconds?: number;
}

export interface IssuePage {
  issues: Issue[];
  hasNext: boolean;
  etag: string | null;
}

export interface Github {
  repository: string;
  /** Fetches a page of issues with a label, without pull requests; null when it is unchanged since `etag`. */
  readPage(
    requested: { label: string; state: 'open' | 'all'; page: number; etag: string | null },
    signal?: AbortSignal,
  ): Promise<IssuePage | null>;
  createIssue(issue: { title: string; body: string; labels: string[] }): Promise<Issue>;
  /** Finds the issue whose body contains these words, among those created since. */
  findCreated(words: string, since: Date): Promise<Issue | null>;
  readBody(issueNumber: number): Promise<string>;
  saveBody(issueNumber: number, body: string): Promise<void>;
}

const perPage = 100;
const maxSearchedPages = 5;

/** Creates a client for one repository. It never retries: its callers do, by error kind. */
export function createGithub({ apiBaseUrl, repository, access, clock, patienceSeconds = 8 }: GithubOptions): Github {
  const [owner = '', repo = ''] = repository.split('/');
  const headers = { 'x-github-api-version': '2022-11-28' };
  const place = { owner, repo, headers };
  const connect = createGithubConnection(
    { access, owner, repo },
    {
      baseUrl: apiBaseUrl,
      userAgent: 'tidemark',
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      request: { fetch: cappedFetch(patienceSeconds * 1000) },
    },
  );

  async function ask<Answer>(call: (octokit: Octokit) => Promise<Answer>): Promise<Answer> {
    try {
      return await connect(call);
    } catch (error) {
      if (error instanceof z.ZodError)
        throw new GithubError('transient', 'GitHub returned an unexpected response', {
          cause: error,
        });
      throw toGithubFailure(error, clock());
    }
  }

  return {
    repository,
    readPage: ({ label, state, page, etag }, signal) =>
      ask(async (octokit) => {
        try {
          const answer = await octokit.rest.issues.listForRepo({
            ...place,
            labels: label,
            state,
            sort: 'created',
            direction: 'desc',
            per_page: perPage,
            page,
            headers: { ...headers, ...(etag && { 'if-none-match': etag }) },
            request: { signal },
          });
          const items = z.array(z.unknown()).parse(answer.data);
          return {
            issues: items.filter((item) => !isPullRequest(item)).map(toIssue),
            // Only whether there is a next page; we build its address ourselves.
            hasNext: /rel="?next"?/.test(answer.headers.link ?? ''),
            etag: answer.headers.etag ?? null,
          };
        } catch (error) {
          if (etag && isNotModified(error)) return null;
          throw error;
        }
      }),
    createIssue: (issue) =>
      ask(async (octokit) => toIssue((await octokit.rest.issues.create({ ...place, ...issue })).data)),
    findCreated: (words, since) =>
      ask(async (octokit) => {
        for (let page = 1; page <= maxSearchedPages; page += 1) {
          const { data } = await octokit.rest.issues.listForRepo({
            ...place,
            state: 'all',
            sort: 'created',
            direction: 'desc',
            per_page: perPage,
            page,
          });
          const items = z.array(z.object({ created_at: z.string(), body: z.string().nullish() })).parse(data);
          const found = items.findIndex(({ body }) => body?.includes(words));
          if (found >= 0) return toIssue(data[found]);
          const oldest = items.at(-1);
          if (items.length < perPage || !oldest || new Date(oldest.created_at) < since) return null;
        }
        throw new GithubError('transient', 'Too many new issues to search');
      }),
    readBody: (issueNumber) =>
      ask(async (octokit) => {
        const { data } = await octokit.rest.issues.get({ ...place, issue_number: issueNumber });
        return z.object({ body: z.string().nullish() }).parse(data).body ?? '';
      }),
    saveBody: (issueNumber, body) =>
      ask(async (octokit) => void (await octokit.rest.issues.update({ ...place, issue_number: issueNumber, body }))),
  };
}

function isNotModified(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 304;
}
