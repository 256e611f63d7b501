import type { LiveMessage } from '@tidemark/contract';
import { GraphError } from '../../client/graph-error.ts';
import type { GraphCaller } from '../../client/graph-http.ts';
import type { InstagramGraph } from '../../client/instagram-graph.ts';
import type { Database } from '../../../../database/database.ts';
import type { PartSyncTimes } from '../../../../database/tables/sync.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { EventBus } from '../../../../platform/events/event-bus.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { emptyGiven, type GivenStep } from '../answers/given-step.ts';
import { recordAnswers } from '../answers/record-answers.ts';
import type { FetchContext, Fetched } from './fetch-context.ts';
import type { GraphRateLimiter } from '../schedule/graph-rate-limiter.ts';
import {
  type StoredAnswer,
  commitStep,
  findNextMeasurement,
  type Lease,
  storeMedia,
  youngMillis,
} from '../../../../features/sync/index.ts';

interface MeasureDeps {
  db: Database;
  instagram: InstagramGraph;
  events: EventBus<LiveMessage>;
  rateLimiter: GraphRateLimiter;
  clock: Clock;
  answerDays: number;
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
  const answers: StoredAnswer[] = [];
  const given: GivenStep = {
    ...emptyGiven,
    task: { task: 'young_posts' },
    host: caller.host ?? 'facebook',
    refused,
  };
  const commit = ({ store }: Pick<Fetched, 'store'>) =>
    commitStep(
      { ...deps, calendar: instagram.insights },
      lease,
      { earliestDay: null, recorded: { given, answers }, store },
      { measurementPolls: recent },
      { at: measuredAt, earliestDay },
    );
  try {
    const recording = recordAnswers(caller, answers, { ...deps, accountId });
    return await commit(await fetchYoungPosts({ instagram, caller: recording, accountId, at: measuredAt, refused }));
  } catch (error) {
    // An attempt counts, so that a failing request is not repeated. Regular steps handle the account's failure.
    if (!(error instanceof GraphError)) throw error;
    log.warn({ accountId, kind: error.kind, code: error.code }, 'Could not measure young posts');
    answers.length = 0;
    return commit({ store: async () => undefined });
  }
}

/** Fetches the posts that are young enough to be measured. */
export async function fetchYoungPosts({
  instagram,
  caller,
  accountId,
  at,
  refused,
}: Pick<FetchContext, 'instagram' | 'caller' | 'accountId' | 'at' | 'refused'>): Promise<Fetched> {
  const { media } = await instagram.media.fetchPosts(caller, accountId, {
    limit: maxYoung,
    since: new Date(at.getTime() - youngMillis),
    withInsights: true,
    refused,
    findRequested: async (listed) => listed,
  });
  return {
    outcome: { task: 'account_details' },
    earliestDay: null,
    store: (transaction) =>
      storeMedia(transaction, accountId, media, { observedAt: at, toDay: instagram.insights.toDay }),
  };
}
