import type { LiveMessage } from '@tidemark/contract';
import { GraphError } from '../../../clients/instagram-graph/graph-error.ts';
import type { GraphCaller } from '../../../clients/instagram-graph/graph-http.ts';
import type { InstagramGraph } from '../../../clients/instagram-graph/instagram-graph.ts';
import type { Database } from '../../../database/database.ts';
import type { PartSyncTimes } from '../../../database/tables/sync.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Lease } from '../lease/queries.ts';
import type { GraphRateLimiter } from '../schedule/graph-rate-limiter.ts';
import { findNextMeasurement } from '../schedule/measurement-queries.ts';
import { youngMillis } from '../schedule/measurement-rules.ts';
import { commitStep } from '../store/commit-step.ts';
import { storeMedia } from '../store/store-media.ts';

interface MeasureDeps {
  db: Database;
  instagram: InstagramGraph;
  events: EventBus<LiveMessage>;
  rateLimiter: GraphRateLimiter;
  clock: Clock;
  log: Log;
}

interface Measured {
  userId: string;
  earliestDay: string | null;
  syncedAt: PartSyncTimes;
  /** Metrics known to be refused for this account. */
  refused: readonly string[];
  /** Earlier requests of the same kind, as ISO instants. */
  polls: readonly string[];
}

/** More than any account publishes in the days that are fetched. */
const maxYoung = 50;

/** Measures the young posts if they are due, in one request; returns the account's earliest day. */
export async function measureYoungPosts(
  deps: MeasureDeps,
  lease: Lease,
  caller: GraphCaller,
  { userId, earliestDay, syncedAt, refused, polls }: Measured,
): Promise<string | null> {
  const { db, instagram, clock, log, rateLimiter } = deps;
  const { accountId } = lease;
  const measuredAt = clock();
  const due = await findNextMeasurement(db, accountId, { now: measuredAt, syncedAt });
  if (due === null || due > measuredAt) return earliestDay;
  const { pausedUntil, slow } = await rateLimiter.check(accountId, userId);
  if (pausedUntil || slow) return earliestDay;
  const oldest = measuredAt.getTime() - youngMillis;
  const recent = [...polls.filter((poll) => Date.parse(poll) > oldest), measuredAt.toISOString()];
  const commit = (media: Awaited<ReturnType<typeof fetchYoung>>) =>
    commitStep(
      deps,
      lease,
      {
        outcome: { task: 'account_details' },
        earliestDay: null,
        store: (transaction) =>
          storeMedia(transaction, accountId, media, { observedAt: measuredAt, toDay: instagram.insights.toDay }),
      },
      { measurementPolls: recent },
      { gaps: { stories: null, days: null, reason: '' }, earliestDay },
    );
  try {
    return await commit(await fetchYoung(instagram, { ...caller, accountId }, { since: new Date(oldest), refused }));
  } catch (error) {
    // An attempt counts, so that a failing request is not repeated. Regular steps handle the account's failure.
    if (!(error instanceof GraphError)) throw error;
    log.warn({ accountId, kind: error.kind, code: error.code }, 'Could not measure young posts');
    return commit([]);
  }
}

async function fetchYoung(
  instagram: InstagramGraph,
  caller: GraphCaller & { accountId: string },
  { since, refused }: { since: Date; refused: readonly string[] },
) {
  const { media } = await instagram.media.fetchPosts(caller, caller.accountId, {
    limit: maxYoung,
    since,
    withInsights: true,
    refused,
    findRequested: async (listed) => listed,
  });
  return media;
}
