import type { AccountId, LiveMessage } from '@tidemark/contract';
import { maxSpanDays } from '../../client/insight-requests.ts';
import type { LongTotal } from '../../client/window-insights.ts';
import { GraphError } from '../../client/graph-error.ts';
import type { GraphCaller } from '../../client/graph-http.ts';
import type { InstagramGraph } from '../../client/instagram-graph.ts';
import type { Database } from '../../../../database/database.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { EventBus } from '../../../../platform/events/event-bus.ts';
import type { AccountQueue } from '../../../../platform/jobs/job-queue.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { ConnectionAccess } from '../../connections/connection-access.ts';
import { emptyGiven, type GivenStep } from '../answers/given-step.ts';
import { recordAnswers } from '../answers/record-answers.ts';
import type { GraphRateLimiter } from '../schedule/graph-rate-limiter.ts';
import { listAcceptedTotals, recordRefusedLongTotals } from '../schedule/long-totals.ts';
import type { FetchContext, Fetched } from './fetch-context.ts';
import {
  type StoredAnswer,
  commitStep,
  type InsightWindow,
  type Lease,
  listOutdated,
  storeWindows,
} from '../../../../features/sync/index.ts';

export type RequestedWindow = InsightWindow & { accountId: AccountId };

/** On-demand windows per account and hour: each costs two calls. */
const maxPerHour = 20;
const hour = 3_600_000;
const isLong = ({ days }: InsightWindow) => days > maxSpanDays;

/** Time after which windows are no longer expected. */
const maxWaitMillis = 30 * 60_000;

/**
 * Requests windows with unique people that a viewer needs and that are not stored. Returns the windows still to come,
 * which the account's next data version announces. A window is requested at most once a day, and at most 20 per account
 * and hour.
 */
export function createWindowRequests({
  queue,
  log,
  ...deps
}: RequestDeps & {
  queue: Pick<AccountQueue, 'send'>;
  log: Log;
}): (windows: readonly RequestedWindow[]) => Promise<RequestedWindow[]> {
  const { db, clock } = deps;
  const warn = (error: unknown) => log.warn({ err: error }, 'Could not queue reach windows');
  return async (windows) => {
    if (windows.length === 0) return [];
    try {
      const accountIds = await requestWindows(deps, windows, clock());
      void Promise.all(accountIds.map((accountId) => queue.send(accountId, { urgent: true }))).catch(warn);
      return await listToCome(db, windows, clock());
    } catch (error) {
      warn(error);
      return [];
    }
  };
}

/** Returns the windows missing to the caller that are still to come or were stored since then. */
async function listToCome(db: Database, windows: readonly RequestedWindow[], now: Date): Promise<RequestedWindow[]> {
  const rows = await db
    .selectFrom('window_request as request')
    .leftJoin('account_window as stored', (join) =>
      join
        .onRef('stored.account_id', '=', 'request.account_id')
        .onRef('stored.end_day', '=', 'request.end_day')
        .onRef('stored.days', '=', 'request.days'),
    )
    .select(['request.account_id', 'request.end_day', 'request.days'])
    .where('request.account_id', 'in', [...new Set(windows.map(({ accountId }) => accountId))])
    .where('request.requested_at', '>', new Date(now.getTime() - maxWaitMillis))
    .where(({ or, eb }) => or([eb('request.fetched_at', 'is', null), eb('stored.days', 'is not', null)]))
    .execute();
  const open = new Set(rows.map(({ account_id, end_day, days }) => `${account_id} ${end_day} ${days}`));
  return windows.filter(({ accountId, endDay, days }) => open.has(`${accountId} ${endDay} ${days}`));
}

interface RequestDeps {
  db: Database;
  hostnames: InstagramGraph['hostnames'];
  listInstagramOnly: ConnectionAccess['listInstagramOnly'];
  clock: Clock;
}

/** Leaves out windows of more than 30 days for accounts whose host refuses them. */
async function withoutRefused(
  { db, hostnames, listInstagramOnly }: RequestDeps,
  requested: readonly RequestedWindow[],
  now: Date,
): Promise<RequestedWindow[]> {
  const long = requested.filter(isLong);
  if (long.length === 0) return [...requested];
  const [atFacebook, atInstagram] = await Promise.all(
    [hostnames.facebook, hostnames.instagram].map(async (host) => (await listAcceptedTotals(db, host, now)).length > 0),
  );
  const own =
    atFacebook === atInstagram
      ? new Set<AccountId>()
      : await listInstagramOnly([...new Set(long.map(({ accountId }) => accountId))]);
  return requested.filter((window) => !isLong(window) || (own.has(window.accountId) ? atInstagram : atFacebook));
}

/** Stores allowed requests and returns the accounts with new windows to fetch. */
async function requestWindows(
  deps: RequestDeps,
  requested: readonly RequestedWindow[],
  now: Date,
): Promise<AccountId[]> {
  const { db } = deps;
  const windows = await withoutRefused(deps, requested, now);
  if (windows.length === 0) return [];
  const byAccount = Map.groupBy(windows, ({ accountId }) => accountId);
  const counted = await db
    .selectFrom('account')
    .leftJoin('window_request as ordered', (join) =>
      join
        .onRef('ordered.account_id', '=', 'account.account_id')
        .on('requested_at', '>', new Date(now.getTime() - hour)),
    )
    .select(['account.account_id', ({ fn }) => fn.count<number>('ordered.account_id').as('ordered')])
    .where('account.account_id', 'in', [...byAccount.keys()])
    .where('type', '=', 'instagram_account')
    .groupBy('account.account_id')
    .execute();
  const ordered = new Map(counted.map((row) => [row.account_id, row.ordered]));
  const allowed = [...byAccount].flatMap(([accountId, some]) =>
    some.slice(0, Math.max(0, maxPerHour - (ordered.get(accountId) ?? maxPerHour))),
  );
  if (allowed.length === 0) return [];
  const added = await db
    .insertInto('window_request')
    .values(
      allowed.map(({ accountId, endDay, days }) => ({
        account_id: accountId,
        end_day: endDay,
        days,
        requested_at: now,
        fetched_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'end_day', 'days']).doNothing())
    .returning('account_id')
    .execute();
  return [...new Set(added.map((row) => row.account_id))];
}

interface FetchDeps {
  db: Database;
  instagram: InstagramGraph;
  events: EventBus<LiveMessage>;
  rateLimiter: GraphRateLimiter;
  clock: Clock;
  answerDays: number;
  log: Log;
}

/** Requested windows change no days. */
const noDays = { from: 'infinity', to: '-infinity' };

/** Fetches and stores the requested windows; returns the account's earliest day. */
export async function fetchRequestedWindows(
  deps: FetchDeps,
  lease: Lease,
  caller: GraphCaller,
  { userId, earliestDay }: { userId: string; earliestDay: string | null },
): Promise<string | null> {
  const { db, instagram, clock, log, rateLimiter } = deps;
  const { accountId } = lease;
  const requests = await db
    .selectFrom('window_request')
    .select(['end_day', 'days'])
    .where('account_id', '=', accountId)
    .where('fetched_at', 'is', null)
    .orderBy('requested_at')
    .limit(maxPerHour)
    .execute();
  if (requests.length === 0) return earliestDay;
  const { pausedUntil, slow } = await rateLimiter.check(accountId, userId);
  if (pausedUntil || slow || (await rateLimiter.areRequestsPaused())) return earliestDay;
  const fetchedAt = clock();
  const wanted = requests.map(({ end_day, days }) => ({ endDay: end_day, days }));
  const host = instagram.hostnames[caller.host ?? 'facebook'];
  const answers: StoredAnswer[] = [];
  try {
    const longTotals = await listAcceptedTotals(db, host, fetchedAt);
    const given: GivenStep = {
      ...emptyGiven,
      task: { task: 'windows', windows: wanted, longTotals },
      host: caller.host ?? 'facebook',
      outdated: await listOutdated(db, accountId, noDays),
    };
    const { refusedTotals, store } = await fetchWindows(
      { instagram, caller: recordAnswers(caller, answers, { ...deps, accountId }), accountId, at: fetchedAt },
      { windows: wanted, longTotals },
    );
    await recordRefusedLongTotals(db, { host, refused: refusedTotals, now: fetchedAt });
    return await commitStep(
      { ...deps, calendar: instagram.insights },
      lease,
      {
        earliestDay: null,
        recorded: { given, answers },
        async store(transaction) {
          await store(transaction);
          for (const { end_day, days } of requests)
            await transaction
              .updateTable('window_request')
              .set({ fetched_at: fetchedAt })
              .where('account_id', '=', accountId)
              .where('end_day', '=', end_day)
              .where('days', '=', days)
              .execute();
        },
      },
      {},
      { at: fetchedAt, earliestDay },
    );
  } catch (error) {
    // Failed windows stay requested. Regular steps handle the account's failure.
    if (!(error instanceof GraphError)) throw error;
    log.warn({ accountId, kind: error.kind, code: error.code }, 'Could not fetch reach windows');
    return earliestDay;
  }
}

/** Fetches windows; those of more than 30 days only with the totals that the host accepts. */
export async function fetchWindows(
  { instagram, caller, accountId, at }: Pick<FetchContext, 'instagram' | 'caller' | 'accountId' | 'at'>,
  { windows, longTotals }: { windows: readonly InsightWindow[]; longTotals: LongTotal[] },
): Promise<Fetched & { refusedTotals: readonly LongTotal[] }> {
  const { insights } = instagram;
  const [short, long] = await instagram.fetchBatch(caller, [
    insights.windowsQuery(
      accountId,
      windows.filter((window) => !isLong(window)),
    ),
    insights.longWindowsQuery(accountId, windows.filter(isLong), longTotals),
  ]);
  return {
    outcome: { task: 'account_details' },
    earliestDay: null,
    refusedTotals: long.refused,
    store: (transaction) => storeWindows(transaction, accountId, [...short, ...long.windows], at),
  };
}

/** Deletes requests older than a day, so that the same window can be requested again. */
export async function deleteOldWindowRequests(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('window_request')
    .where('requested_at', '<', new Date(now.getTime() - 24 * hour))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
