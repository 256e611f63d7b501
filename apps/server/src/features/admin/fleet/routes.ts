import os from 'node:os';
import { type Fleet, getFleet } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import type { AccountQueue } from '../../../platform/jobs/job-queue.ts';
import { type DescribedWork, readWork, type WorkState } from '../../../platform/work/overview.ts';
import { countStreams } from '../../live/index.ts';
import { loadRelease } from '../release/load-release.ts';
import { countMigrations, countProblems, countSyncs, readDatabase, readGraphUse } from './queries.ts';

export interface FleetDeps {
  db: Database;
  clock: Clock;
  queue: AccountQueue;
  /** All background work of this installation. */
  works: readonly DescribedWork[];
  /** Open streams in this process. */
  streams: { count(): number; listRights(): readonly unknown[] };
  version: string;
  /** True if update checks are on. */
  checksReleases: boolean;
  /** Returns why this process is not ready, or only degraded. */
  listProblems(): Promise<string[]>;
}

const deadShown = 10;

export function fleetRoutes({ db, clock, queue, works, streams, version, checksReleases, listProblems }: FleetDeps) {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  return [
    route(getFleet, async () => {
      const now = clock();
      const [syncs, failures, graph, database, migrations, counts, dead, live, release, problems, work] =
        await Promise.all([
          countSyncs(db, now),
          countProblems(db),
          readGraphUse(db, now),
          readDatabase(db),
          countMigrations(db),
          queue.count(),
          queue.listDead(),
          countStreams(db, now),
          loadRelease(db, { version, isChecked: checksReleases }),
          listProblems(),
          readWork(db, works, now),
        ]);
      const { ordinary, urgent, active, retrying } = counts;
      return {
        at: now.toISOString(),
        problems,
        syncs,
        queue: {
          ordinary,
          urgent,
          active,
          retrying,
          deadTotal: dead.length,
          dead: dead
            .slice(0, deadShown)
            .map(({ accountId, since, error }) => ({ accountId, since: since.toISOString(), error })),
        },
        work: work.map((one) => toWork(one)),
        failures,
        graph,
        live: { ...live, streamsHere: streams.count(), usersHere: streams.listRights().length },
        database,
        process: {
          version,
          node: process.versions.node,
          startedAt,
          memoryBytes: process.memoryUsage.rss(),
          host: os.hostname(),
          migrations,
        },
        release,
      };
    }),
  ];
}

function toWork({ pausedAt, backlog, succeededAt, failedAt, ...work }: WorkState): Fleet['work'][number] {
  return {
    ...work,
    pausedAt: pausedAt?.toISOString() ?? null,
    backlog: backlog && { ...backlog, oldestDueAt: backlog.oldestDueAt?.toISOString() ?? null },
    succeededAt: succeededAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
  };
}
