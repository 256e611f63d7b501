import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LiveMessage } from '@tidemark/contract';
import { ZodError } from 'zod';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { InstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import type { Database } from '../../database/database.ts';
import type { ReadTimes, TaskCheckpoints } from '../../database/tables/sync.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ConnectionAccess } from '../connections/index.ts';
import { announce, commitStep, type GapsToFind } from './commit-step.ts';
import { fetchStep } from './fetch-and-store.ts';
import type { FetchContext, Fetched } from './fetch-context.ts';
import type { Pace } from './pace.ts';
import { afterFailure, rateLimited, whyUnreachable } from './problems.ts';
import {
  LeaseLost,
  endRun,
  findDayState,
  saveCheckpoint,
  takeLease,
  type Lease,
  type RunEnd,
  type SyncState,
} from './queries.ts';
import { refilledDays, unseenStories } from './gap-rules.ts';
import { keepRefusals, standingRefusals } from './refusal-rules.ts';
import { nextSyncOf, rhythmOf } from './rhythm.ts';
import { nextReadings, partsDue } from './rhythm-rules.ts';
import {
  beginStep,
  finishStep,
  isOpen,
  nextStep,
  partsRead,
  readsStories,
  resumeInitialization,
  startInitialization,
  startRefresh,
  type Step,
} from './rules.ts';

export interface SyncNeeds {
  db: Database;
  instagram: InstagramGraph;
  connections: ConnectionAccess;
  events: EventBus<LiveMessage>;
  pace: Pace;
  clock: Clock;
  log: Log;
  /** The request that asked for this sync. */
  requestId?: string;
  /** Names this worker in a lease. */
  holder: string;
}

const attemptsPerStep = 5;
const heartbeatSeconds = 10;
/** An account that has more to do makes room for the others after so long. */
const turnMillis = 15_000;
/** How long an account waits between two steps while little of its quota is left. */
const slowMillis = 120_000;

/**
 * Syncs one account from where it stands: plan the next step, fetch it, store its rows with the checkpoint in one
 * transaction, tell who listens. Does nothing when another worker holds the account. Killed anywhere, it goes on there.
 * Returns true when there is more to do, and it is only the others' turn.
 */
export async function runAccount(needs: SyncNeeds, accountId: string, signal: AbortSignal): Promise<boolean> {
  const { db, log, holder } = needs;
  const state = await takeLease(db, accountId, holder);
  if (!state) return false;
  const lease: Lease = { accountId, fence: state.fence };
  const heartbeat = setInterval(
    () => void saveCheckpoint(db, lease, {}).catch(() => undefined),
    heartbeatSeconds * 1000,
  );
  try {
    const document = await announce(needs, accountId);
    const end = await runSteps(needs, lease, state, { signal, earliestDay: document?.earliestDate ?? null });
    await endRun(db, lease, end);
    return end.isUnfinished === true && !signal.aborted && end.nextSyncAt !== null && end.nextSyncAt <= needs.clock();
  } catch (error) {
    if (error instanceof LeaseLost) {
      log.warn({ accountId }, error.message);
      return false;
    }
    const failures = state.failures + 1;
    await endRun(db, lease, {
      nextSyncAt: new Date(needs.clock().getTime() + Math.min(3600, 60 * failures) * 1000),
      problem: state.problem,
      failures,
    }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heartbeat);
    await announce(needs, accountId).catch(() => undefined);
  }
}

async function runSteps(
  needs: SyncNeeds,
  lease: Lease,
  state: SyncState,
  { signal, earliestDay: earliestDayBefore }: { signal: AbortSignal; earliestDay: string | null },
): Promise<RunEnd> {
  const { db, instagram, clock, connections, pace, log } = needs;
  const { accountId } = lease;
  const reason = state.problem?.code ?? 'not_running';
  const startedAt = clock();
  const today = instagram.insights.dayOf(startedAt);
  const isFirst = state.initialized_at === null;
  let checkpoints = await plan(needs, state, { today, startedAt });
  let readAt: ReadTimes = state.read_at;
  let { failures, refused } = state;
  let earliestDay = earliestDayBefore;
  let stored: TaskCheckpoints | null = null;
  const isTurnOver = () => signal.aborted || clock().getTime() - startedAt.getTime() > turnMillis;

  let access = await connections.findToken(accountId);
  const next = () => {
    if (isFirst) checkpoints = resumeInitialization(checkpoints, instagram.insights.dayOf(clock()));
    return nextStep(checkpoints);
  };
  for (let step = next(); step && access; step = next()) {
    const unfinished = (nextSyncAt: Date): RunEnd => ({ nextSyncAt, problem: null, failures, isUnfinished: true });
    if (isTurnOver()) return unfinished(clock());
    const { pausedUntil, slow } = await pace.check(accountId);
    if (pausedUntil) return { nextSyncAt: pausedUntil, problem: rateLimited(pausedUntil), failures };
    const stepAt = clock();
    checkpoints = beginStep(checkpoints, step);
    if (!isDeepStrictEqual(checkpoints, stored))
      await saveCheckpoint(db, lease, isFirst ? { initialization: checkpoints } : { tasks: checkpoints });
    try {
      const standing = standingRefusals(refused, today);
      const caller = { token: access.token, accountId, signal, requestId: needs.requestId };
      const context = { ...needs, caller, accountId, refused: standing, isFirst, isSlow: slow };
      const fetched = await fetchWithRetries(context, step, signal);
      if (fetched.refused) refused = keepRefusals(refused, fetched.refused, today);
      checkpoints = finishStep(checkpoints, step, fetched.outcome);
      const following = nextStep(checkpoints);
      const isFinished = following === null;
      const gaps: GapsToFind = {
        stories: isFirst || !readsStories(step) ? null : unseenStories(readAt.stories, stepAt),
        days: isFirst ? null : refilledDays(checkpoints, step),
        reason,
      };
      readAt = partsRead(readAt, { checkpoints, step, at: stepAt, isFirst, isFinished });
      // What goes on at once is begun with the same commit.
      stored = following && !slow && !isTurnOver() ? beginStep(checkpoints, following) : checkpoints;
      earliestDay = await commitStep(
        needs,
        lease,
        fetched,
        {
          ...(isFirst
            ? { initialization: stored, ...(isFinished ? { initializedAt: clock() } : {}) }
            : { tasks: stored }),
          refused,
          readAt,
        },
        { gaps, earliestDay },
      );
      failures = 0;
    } catch (error) {
      if (signal.aborted) return unfinished(clock());
      if (!(error instanceof GraphFailure)) throw error;
      failures += 1;
      const { kind, code, subcode, traceId } = error;
      log.warn({ accountId, task: step.task, kind, code, subcode, traceId }, error.message);
      return afterFailure(needs, { access, accountId, step, failure: error, failures });
    }
    if (slow && nextStep(checkpoints)) return unfinished(new Date(clock().getTime() + slowMillis));
    // It may have been renewed, or taken away, meanwhile.
    access = await connections.findToken(accountId);
  }
  if (!access) return { nextSyncAt: null, problem: await whyUnreachable(connections, accountId), failures };
  return {
    nextSyncAt: await nextSyncOf(needs, state, readAt),
    ...(isFirst || checkpoints.account_details || checkpoints.media_history ? { lastSyncAt: clock() } : {}),
    problem: null,
    failures: 0,
  };
}

/** Goes on with what was cut short, or starts what is due. */
async function plan(
  needs: SyncNeeds,
  state: SyncState,
  { today, startedAt }: { today: string; startedAt: Date },
): Promise<TaskCheckpoints> {
  const { db, instagram } = needs;
  const { account_id: accountId, read_at: readAt } = state;
  if (state.initialized_at === null)
    return nextStep(state.initialization) ? state.initialization : startInitialization(today);
  // What was cut short goes on while its days are still the newest; later a new plan reaches back as far.
  const { insights } = state.tasks;
  if (isCutShort(state.tasks) && (insights?.today ?? today) === today) return state.tasks;
  const due = partsDue(nextReadings(await rhythmOf(needs, state, readAt)), startedAt, { isWanted: state.wanted });
  const { lastCompleteDay, revisedToday } = await findDayState(db, accountId, {
    today,
    since: instagram.insights.startOf(today),
  });
  return startRefresh({
    today,
    due,
    lastCompleteDay,
    unfinishedFloor: isOpen(insights) ? (insights?.floor ?? null) : null,
    lastMediaDay: readAt.media === undefined ? null : instagram.insights.dayOf(new Date(readAt.media)),
    revisedToday,
  });
}

function isCutShort(tasks: TaskCheckpoints): boolean {
  return Object.values(tasks).some(({ status }) => status === 'in_progress') && nextStep(tasks) !== null;
}

/** An answer that is none we know; where it differs is told, what it holds is not. */
function inAnotherShape(cause: ZodError): GraphFailure {
  const places = cause.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return new GraphFailure('transient', `Meta answered in another shape: ${places.join('; ')}`, { cause });
}

async function fetchWithRetries(context: FetchContext, step: Step, signal: AbortSignal): Promise<Fetched> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchStep(context, step);
    } catch (cause) {
      const error = cause instanceof ZodError ? inAnotherShape(cause) : cause;
      if (!(error instanceof GraphFailure) || error.kind !== 'transient' || attempt >= attemptsPerStep) throw error;
      // Full jitter, base 1 s, cap 60 s.
      await sleep(Math.random() * Math.min(60_000, 1000 * 2 ** (attempt - 1)), undefined, { signal });
    }
  }
}
