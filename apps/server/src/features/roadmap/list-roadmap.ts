import type { listRoadmap, ResponseOf } from '@tidemark/contract';
import type { Github } from '../../clients/github/github.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import { countUpvotes, listLocalRequests, listRequestsOf } from './queries.ts';
import { createRoadmapReader } from './reading/read-roadmap.ts';
import { fromRow, toFeatures, toRequests } from './to-roadmap.ts';

export interface RoadmapNeeds {
  db: Database;
  /** Null when no repository is configured: requests live in the database then. */
  github: Github | null;
  clock: Clock;
  log: Log;
}

/** For how long a new issue is shown although GitHub’s list does not have it: the list may be a little behind. */
const unlistedMillis = 120_000;

/** What a viewer sees on the roadmap: of the repository when there is one, else of the database. */
export function createRoadmapList({ db, github, clock, log }: RoadmapNeeds) {
  const currentRoadmap = github && createRoadmapReader({ db, github, clock, log });

  return async function readRoadmap(viewerId: string): Promise<ResponseOf<typeof listRoadmap>> {
    if (!github || !currentRoadmap) {
      const [rows, upvotes] = await Promise.all([listLocalRequests(db), countUpvotes(db, '')]);
      const requests = rows.map((row) => fromRow(row, row.request_id, (id) => upvotes.get(id) ?? 0));
      return { features: [], requests, readAt: null, isStale: false };
    }
    const { issues, readAt, isStale } = await currentRoadmap();
    if (!issues || !readAt) throw new Failure('roadmap_unavailable');
    const { repository } = github;
    const numbers = issues.map(({ number }) => number);
    const since = new Date(readAt.getTime() - unlistedMillis);
    const [rows, upvotes] = await Promise.all([
      listRequestsOf(db, { repository, numbers, since, viewerId }),
      countUpvotes(db, repository),
    ]);
    return {
      features: toFeatures(issues),
      requests: toRequests(issues, rows, upvotes),
      readAt: readAt.toISOString(),
      isStale,
    };
  };
}
