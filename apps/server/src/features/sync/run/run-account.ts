import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type LiveMessage } from '@tidemark/contract';
import { ZodError } from 'zod';
import type { SeriesReading } from '../../../clients/instagram-graph/account-insights.ts';
import { GraphError } from '../../../clients/instagram-graph/graph-error.ts';
import type { InstagramGraph } from '../../../clients/instagram-graph/instagram-graph.ts';
import type { Database } from '../../../database/database.ts';
import type { PartSyncTimes, TaskCheckpoints } from '../../../database/tables/sync.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Log } from '../../../platform/log/log.ts';
import { DecryptionError } from '../../../platform/secrets.ts';
import type { ConnectionAccess } from '../../connections/index.ts';
import { publishAccount, commitStep, type GapsToFind } from '../store/commit-step.ts';
import { fetchStep } from '../fetch/fetch-and-store.ts';
import type { FetchContext, Fetched } from '../fetch/fetch-context.ts';
import type { GraphRateLimiter } from '../schedule/graph-rate-limiter.ts';
import { afterFailure, endUndecrypted, toRateLimitProblem, explainUnreachable } from './problems.ts';
import { findDayState, findOldestOutdatedDay } from '../fetch/queries.ts';
import {
  LeaseLostError,
  endRun,
  saveCheckpoint,
  takeLease,
  type Lease,
  type RunEnd,
  type SyncState,
} from '../lease/queries.ts';
import { refilledDays, unseenStories } from './gap-rules.ts';
import { mergeRefusals, listActiveRefusals } from './refusal-rules.ts';
import { measureYoungPosts } from '../fetch/measure-posts.ts';
import { fetchRequestedWindows } from '../fetch/window-requests.ts';
import { getNextSync, getSyncSchedule } from '../schedule/sync-schedule.ts';
import { getNextSyncs, listDueParts } from '../schedule/schedule-rules.ts';
import {
  beginStep,
  finishStep,
  isOpen,
  nextStep,
  oldestDay,
  updatePartSyncTimes,
  fetchesStories,
  resumeInitialization,
  startInitialization,
  startRefresh,
  type Step,
} from '../plan/rules.ts';

export interface SyncDeps {
  db: Database;
  instagram: InstagramGraph;
  connections: ConnectionAccess;
  events: EventBus<LiveMessage>;
  rateLimiter: GraphRateLimiter;
  clock: Clock;
  log: Log;
  /** The request that triggered this sync. */
  requestId?: string;
  /** Identifies this worker as a lease owner. */
  lockOwner: string;
}

const attemptsPerStep = 5;
const heartbeatSeconds = 10;
/** Time after which an account with more to do lets other accounts go first. */
const turnMillis = 15_000;
/** Delay between two steps while little quota is left. */
const slowMillis = 120_000;

/**
 * Syncs one account from its checkpoint: plans the next step, fetches it, stores its rows with the checkpoint in one
 * transaction and notifies subscribers. Does nothing if another worker has the lease, and resumes after a crash.
 * Returns true if there is more to do but its turn is over.
 */
export async function runAccount(deps: SyncDeps, accountId: string, signal: AbortSignal): Promise<boolean> {
  const { db, log, lockOwner } = deps;
  const state = await takeLease(db, accountId, lockOwner);
  if (!state) return false;
  const lease: Lease = { accountId, fencingToken: state.fencing_token };
  const leaseLost = new AbortController();
  const heartbeat = setInterval(
    () =>
      void saveCheckpoint(db, lease, {}).catch((error: unknown) => {
        if (error instanceof LeaseLostError) leaseLost.abort(error);
        else log.warn({ err: error, accountId }, 'Could not extend the lease of an account');
      }),
    heartbeatSeconds * 1000,
  );
  try {
    const document = await publishAccount(deps, accountId);
    const end = await runSteps(deps, lease, state, {
      signal: AbortSignal.any([signal, leaseLost.signal]),
      earliestDay: document?.earliestDate ?? null,
    });
    leaseLost.signal.throwIfAborted();
    await endRun(db, lease, end);
    return end.isUnfinished === true && !signal.aborted && end.nextSyncAt !== null && end.nextSyncAt <= deps.clock();
  } catch (error) {
    if (error instanceof LeaseLostError) {
      log.warn({ accountId }, error.message);
      return false;
    }
    const failures = state.failures + 1;
    if (error instanceof DecryptionError) {
      log.error({ err: error, accountId }, 'Could not decrypt the login of an account');
      await endRun(db, lease, endUndecrypted(deps.clock(), failures));
      return false;
    }
    await endRun(db, lease, {
      nextSyncAt: new Date(deps.clock().getTime() + Math.min(3600, 60 * failures) * 1000),
      problem: state.problem,
      failures,
    }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heartbeat);
    await publishAccount(deps, accountId).catch(() => undefined);
  }
}

async function runSteps(
  deps: SyncDeps,
  lease: Lease,
  state: SyncState,
  { signal, earliestDay: earliestDayBefore }: { signal: AbortSignal; earliestDay: string | null },
): Promise<RunEnd> {
  const { db, instagram, clock, connections, rateLimiter, log } = deps;
  const { accountId } = lease;
  const reason = state.problem?.code ?? 'not_running';
  const startedAt = clock();
  const today = instagram.insights.toDay(startedAt);
  const isFirst = state.initialized_at === null;
  let checkpoints = await plan(deps, state, { today, startedAt });
  let syncedAt: PartSyncTimes = state.part_synced_at;
  let { failures, refused_metrics: refused } = state;
  let series: SeriesReading = { shift: state.series_shift, isLearned: state.series_learned };
  let earliestDay = earliestDayBefore;
  let stored: TaskCheckpoints | null = null;
  const isTurnOver = () => signal.aborted || clock().getTime() - startedAt.getTime() > turnMillis;

  let access = await connections.findToken(accountId);
  const fetchWindows = async () => {
    if (!access) return;
    const caller = { token: access.token, accountId, signal, requestId: deps.requestId };
    earliestDay = await fetchRequestedWindows(deps, lease, caller, { userId: access.userId, earliestDay });
  };
  if (!isFirst) await fetchWindows();
  if (!isFirst && access && !checkpoints.media_history) {
    const caller = { token: access.token, accountId, signal, requestId: deps.requestId };
    earliestDay = await measureYoungPosts(deps, lease, caller, {
      userId: access.userId,
      earliestDay,
      syncedAt,
      refused: listActiveRefusals(refused, today),
      polls: state.measurement_polls,
    });
  }
  const next = () => {
    if (isFirst) checkpoints = resumeInitialization(checkpoints, instagram.insights.toDay(clock()));
    return nextStep(checkpoints);
  };
  for (let step = next(); step && access; step = next()) {
    const unfinished = (nextSyncAt: Date): RunEnd => ({ nextSyncAt, problem: null, failures, isUnfinished: true });
    if (isTurnOver()) return unfinished(clock());
    const { pausedUntil, slow } = await rateLimiter.check(accountId, access.userId);
    if (pausedUntil) return { nextSyncAt: pausedUntil, problem: toRateLimitProblem(pausedUntil), failures };
    const stepAt = clock();
    checkpoints = beginStep(checkpoints, step, isFirst ? stepAt : null);
    if (!isDeepStrictEqual(checkpoints, stored))
      await saveCheckpoint(db, lease, isFirst ? { initialization: checkpoints } : { tasks: checkpoints });
    try {
      const standing = listActiveRefusals(refused, today);
      const caller = { token: access.token, accountId, signal, requestId: deps.requestId };
      const { userId } = access;
      const context = { ...deps, caller, userId, accountId, refused: standing, series, isFirst, isSlow: slow };
      const fetched = await fetchWithRetries(context, step, signal);
      if (fetched.refused) refused = mergeRefusals(refused, fetched.refused, today);
      if (fetched.series?.isLearned) series = fetched.series;
      checkpoints = finishStep(checkpoints, step, fetched.outcome);
      const following = nextStep(checkpoints);
      const isFinished = following === null;
      const gaps: GapsToFind = {
        stories: isFirst || !fetchesStories(step) ? null : unseenStories(syncedAt.stories, stepAt),
        days: isFirst ? null : refilledDays(checkpoints, step),
        reason,
      };
      syncedAt = updatePartSyncTimes(syncedAt, { checkpoints, step, at: stepAt, isFirst, isFinished });
      // If the next step follows immediately, the same commit marks it as started.
      stored = following && !slow && !isTurnOver() ? beginStep(checkpoints, following) : checkpoints;
      earliestDay = await commitStep(
        deps,
        lease,
        fetched,
        {
          ...(isFirst
            ? { initialization: stored, ...(isFinished ? { initializedAt: clock() } : {}) }
            : { tasks: stored }),
          refused,
          syncedAt,
        },
        { gaps, earliestDay },
      );
      failures = 0;
    } catch (error) {
      if (signal.aborted) return unfinished(clock());
      if (!(error instanceof GraphError)) throw error;
      failures += 1;
      const { kind, code, subcode, traceId } = error;
      log.warn({ accountId, task: step.task, kind, code, subcode, traceId }, error.message);
      return afterFailure(deps, { access, accountId, step, failure: error, failures });
    }
    if (slow && nextStep(checkpoints)) return unfinished(new Date(clock().getTime() + slowMillis));
    // The token may have been renewed or revoked meanwhile.
    access = await connections.findToken(accountId);
  }
  if (!access) return { nextSyncAt: null, problem: await explainUnreachable(connections, accountId), failures };
  // Requested during the first sync.
  if (isFirst) await fetchWindows();
  return {
    nextSyncAt: await getNextSync(deps, state, syncedAt),
    ...(isFirst || checkpoints.account_details || checkpoints.media_history ? { lastSyncAt: clock() } : {}),
    problem: null,
    failures: 0,
  };
}

/** Resumes an interrupted sync or starts the parts that are due. */
async function plan(
  deps: SyncDeps,
  state: SyncState,
  { today, startedAt }: { today: string; startedAt: Date },
): Promise<TaskCheckpoints> {
  const { db, instagram } = deps;
  const { account_id: accountId, part_synced_at: syncedAt } = state;
  if (state.initialized_at === null)
    return nextStep(state.initialization) ? state.initialization : startInitialization(today);
  // An interrupted sync resumes while its days are the newest; later, a new plan reaches back as far.
  const { insights } = state.tasks;
  if (isCutShort(state.tasks) && (insights?.today ?? today) === today) return state.tasks;
  const due = listDueParts(getNextSyncs(await getSyncSchedule(deps, state, syncedAt)), startedAt, {
    isRequested: state.sync_requested,
  });
  const { lastCompleteDay, revisedToday } = await findDayState(db, accountId, {
    today,
    since: instagram.insights.startOf(today),
  });
  return startRefresh({
    today,
    outdatedFloor: await findOldestOutdatedDay(db, accountId, oldestDay(today)),
    due,
    lastCompleteDay,
    unfinishedFloor: isOpen(insights) ? (insights?.floor ?? null) : null,
    lastMediaDay: syncedAt.media === undefined ? null : instagram.insights.toDay(new Date(syncedAt.media)),
    revisedToday,
  });
}

function isCutShort(tasks: TaskCheckpoints): boolean {
  return Object.values(tasks).some(({ status }) => status === 'in_progress') && nextStep(tasks) !== null;
}

/** Reports where a response differs from the schema, but not its content. */
function toParseError(cause: ZodError): GraphError {
  const places = cause.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return new GraphError('transient', `Meta returned an unexpected format: ${places.join('; ')}`, { cause });
}

async function fetchWithRetries(context: FetchContext, step: Step, signal: AbortSignal): Promise<Fetched> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchStep(context, step);
    } catch (cause) {
      const error = cause instanceof ZodError ? toParseError(cause) : cause;
      if (!(error instanceof GraphError) || error.kind !== 'transient' || attempt >= attemptsPerStep) throw error;
      // Full jitter, base 1 s, cap 60 s.
      await sleep(Math.random() * Math.min(60_000, 1000 * 2 ** (attempt - 1)), undefined, { signal });
    }
  }
}
