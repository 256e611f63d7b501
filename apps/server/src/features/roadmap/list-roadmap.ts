import type { listRoadmap, EndpointResponse } from '@tidemark/contract';
import type { Github } from '../../clients/github/github.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Log } from '../../platform/log/log.ts';
import { countUpvotes, listLocalRequests, listUserRequests } from './queries.ts';
import { createRoadmapReader } from './fetching/fetch-roadmap.ts';
import { fromRow, toFeatures, toRequests } from './to-roadmap.ts';

export interface RoadmapDeps {
  db: Database;
  /** Null without a configured repository: requests are stored in the database only. */
  github: Github | null;
  clock: Clock;
  log: Log;
}

/** Time for which a new issue is shown although GitHub’s list, which may lag, does not contain it. */
const unlistedMillis = 120_000;

/** Lists the roadmap for a viewer: from the repository if there is one, otherwise from the database. */
export function createRoadmapList({ db, github, clock, log }: RoadmapDeps) {
  const reader = github && createRoadmapReader({ db, github, clock, log });

  async function readRoadmap(viewerId: string): Promise<EndpointResponse<typeof listRoadmap>> {
    if (!github || !reader) {
      const [rows, upvotes] = await Promise.all([listLocalRequests(db), countUpvotes(db, '')]);
      const requests = rows.map((row) => fromRow(row, row.request_id, (id) => upvotes.get(id) ?? 0));
      return { features: [], requests, readAt: null, isStale: false };
    }
    const { issues, readAt, isStale } = await reader.readCurrent();
    if (!issues || !readAt) throw new ApiError('roadmap_unavailable');
    const { repository } = github;
    const numbers = issues.map(({ number }) => number);
    const since = new Date(readAt.getTime() - unlistedMillis);
    const [rows, upvotes] = await Promise.all([
      listUserRequests(db, { repository, numbers, since, viewerId }),
      countUpvotes(db, repository),
    ]);
    return {
      features: toFeatures(issues),
      requests: toRequests(issues, rows, upvotes),
      readAt: readAt.toISOString(),
      isStale,
    };
  }

  return { readRoadmap, markOutdated: async () => reader?.markOutdated() };
}
