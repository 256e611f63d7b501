import { z } from 'zod';
import type { Github } from '../../../clients/github/github.ts';
import { GithubError } from '../../../clients/github/github-error.ts';
import { Issue } from '../../../clients/github/issue.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { labels } from '../rules.ts';
import {
  claimRoadmapSync,
  findFetchedAt,
  hastenRoadmapSync,
  listPages,
  postponeRoadmapSync,
  savePages,
  type StoredPage,
} from './queries.ts';

const againAfter = 60_000;
const staleAfter = 150_000;
const maxPages = 10;
const patienceMillis = 10_000;

const lists = [
  { label: labels.feature, state: 'all' },
  { label: labels.request, state: 'open' },
] as const;

export interface RoadmapSync {
  /** Ordered as on GitHub, newest first; null if the list was never fetched. */
  issues: Issue[] | null;
  readAt: Date | null;
  isStale: boolean;
}

/**
 * Reads the roadmap's issues: fetched by one process at most once a minute, or after GitHub reported a change; the
 * stored list if GitHub is down.
 */
export function createRoadmapReader({
  db,
  github,
  clock,
  log,
}: {
  db: Database;
  github: Github;
  clock: Clock;
  log: Log;
}) {
  const { repository } = github;
  let running: Promise<void> | null = null;

  async function refetch(): Promise<void> {
    const now = clock();
    if (!(await claimRoadmapSync(db, repository, { now, again: new Date(now.getTime() + againAfter) }))) return;
    try {
      const pages = await fetchPages(github, await listStoredPages(db, repository));
      await savePages(db, repository, pages, clock());
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      log.warn({ err: error, repository }, 'Could not fetch the roadmap');
      if (error.until) await postponeRoadmapSync(db, repository, error.until);
    }
  }

  async function readCurrent(): Promise<RoadmapSync> {
    running ??= refetch().finally(() => (running = null));
    await running;
    const [readAt, pages] = await Promise.all([findFetchedAt(db, repository), listStoredPages(db, repository)]);
    return {
      issues: readAt && distinct(pages.flatMap(({ issues }) => issues)),
      readAt,
      isStale: !readAt || clock().getTime() - readAt.getTime() > staleAfter,
    };
  }

  return {
    readCurrent,
    /** Makes the next reader fetch the list, unless GitHub's rate limit forbids that. */
    markOutdated: () => {
      const now = clock();
      return hastenRoadmapSync(db, repository, { now, latest: new Date(now.getTime() + againAfter) });
    },
  };
}

async function fetchPages(github: Github, stored: StoredPage[]): Promise<StoredPage[]> {
  const deadline = AbortSignal.timeout(patienceMillis);
  const pages: StoredPage[] = [];
  for (const { label, state } of lists) {
    for (let page = 1, hasNext = true; hasNext && page <= maxPages; page += 1) {
      const known = stored.find((candidate) => candidate.label === label && candidate.page === page);
      const read = await github.readPage({ label, state, page, etag: known?.etag ?? null }, deadline);
      const current = read ? { label, page, ...read } : known;
      if (!current) break;
      pages.push(current);
      ({ hasNext } = current);
    }
  }
  return pages;
}

async function listStoredPages(db: Database, repository: string): Promise<StoredPage[]> {
  const rows = await listPages(db, repository);
  return rows.map(({ label, page, etag, has_next: hasNext, issues }) => ({
    label,
    page,
    etag,
    hasNext,
    issues: z.array(Issue).parse(issues),
  }));
}

/** Removes duplicates: an issue may have both labels, or move to the next page between two fetches. */
function distinct(issues: Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [issue.number, issue])).values()];
}
