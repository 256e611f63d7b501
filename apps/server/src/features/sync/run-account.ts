import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveMessage, SyncStatus } from '@tidemark/contract';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { InstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Log } from '../../platform/log/log.ts';
import { listHolders, recordNewRows } from '../accounts/index.ts';
import type { AccountToken, ConnectionAccess } from '../connections/index.ts';
import { fetchStep, type Fetched } from './fetch-and-store.ts';
import {
  LeaseLost,
  endRun,
  findAccountDocument,
  saveCheckpoint,
  takeLease,
  type Lease,
  type SyncState,
} from './queries.ts';
import {
  beginStep,
  finishStep,
  nextStep,
  secondsUntilNextSync,
  spreadOf,
  startInitialization,
  startRefresh,
  type Step,
  type SyncOutcome,
} from './rules.ts';

export interface SyncNeeds {
  db: Database;
  instagram: InstagramGraph;
  connections: ConnectionAccess;
  events: EventBus<LiveMessage>;
  clock: Clock;
  log: Log;
  /** Names this worker in a lease. */
  holder: string;
}

const attemptsPerStep = 5;
const heartbeatSeconds = 20;

/**
 * Syncs one account from where it stands: plan the next step, fetch it, store its rows with the checkpoint in one
 * transaction, tell who listens. Does nothing when another worker holds the account. Killed anywhere, it goes on there.
 */
export async function runAccount(needs: SyncNeeds, accountId: string, signal: AbortSignal): Promise<void> {
  const { db, log, holder } = needs;
  const state = await takeLease(db, accountId, holder);
  if (!state) return;
  const lease: Lease = { accountId, fence: state.fence };
  const heartbeat = setInterval(
    () => void saveCheckpoint(db, lease, {}).catch(() => undefined),
    heartbeatSeconds * 1000,
  );
  try {
    await announce(needs, accountId);
    await endRun(db, lease, await runSteps(needs, lease, state, signal));
  } catch (error) {
    if (error instanceof LeaseLost) return log.warn({ accountId }, error.message);
    await endRun(db, lease, {
      nextSyncAt: new Date(needs.clock().getTime() + 60_000),
      problem: state.problem,
      failures: state.failures + 1,
    }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(heartbeat);
    await announce(needs, accountId).catch(() => undefined);
  }
}

async function runSteps(needs: SyncNeeds, lease: Lease, state: SyncState, signal: AbortSignal) {
  const { instagram, clock, connections, log } = needs;
  const today = instagram.insights.dayOf(clock());
  const initializing = state.initialized_at === null;
  const lastSyncDay = state.last_sync_at ? instagram.insights.dayOf(state.last_sync_at) : null;
  let checkpoints = initializing
    ? nextStep(state.initialization)
      ? state.initialization
      : startInitialization(today)
    : resumable(state.tasks)
      ? state.tasks
      : startRefresh(today, lastSyncDay);
  let refused: string[] = state.refused;
  let failures = state.failures;

  for (let step = nextStep(checkpoints); step; step = nextStep(checkpoints)) {
    if (signal.aborted) return { nextSyncAt: clock(), problem: null, failures };
    const token = await connections.findToken(lease.accountId);
    if (!token) return { nextSyncAt: null, problem: problems.reconnect, failures };
    checkpoints = beginStep(checkpoints, step);
    await saveCheckpoint(needs.db, lease, initializing ? { initialization: checkpoints } : { tasks: checkpoints });
    try {
      const fetched = await fetchWithRetries(needs, lease.accountId, token, step, refused, signal);
      refused = fetched.refused ?? refused;
      checkpoints = finishStep(checkpoints, fetched.outcome);
      const finished = nextStep(checkpoints) === null;
      await storeWithCheckpoint(needs, lease, fetched, {
        ...(initializing
          ? { initialization: checkpoints, ...(finished ? { initializedAt: clock() } : {}) }
          : { tasks: checkpoints }),
        refused,
      });
      failures = 0;
    } catch (error) {
      if (signal.aborted) return { nextSyncAt: clock(), problem: null, failures };
      if (!(error instanceof GraphFailure)) throw error;
      failures += 1;
      log.warn(
        {
          accountId: lease.accountId,
          task: step.task,
          kind: error.kind,
          code: error.code,
          subcode: error.subcode,
          traceId: error.traceId,
        },
        error.message,
      );
      return endAfterFailure(needs, token, lease.accountId, error, failures);
    }
  }
  return {
    nextSyncAt: after(clock, secondsUntilNextSync('done', 0, spreadOf(lease.accountId))),
    lastSyncAt: clock(),
    problem: null,
    failures: 0,
  };
}

/** A refresh that was cut short goes on only while its days are still the newest. */
function resumable(tasks: SyncState['tasks']): boolean {
  return Object.values(tasks).some(({ status }) => status === 'in_progress') && nextStep(tasks) !== null;
}

async function fetchWithRetries(
  needs: SyncNeeds,
  accountId: string,
  { token }: AccountToken,
  step: Step,
  refused: readonly string[],
  signal: AbortSignal,
): Promise<Fetched> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchStep(needs, { token, accountId, signal }, accountId, step, refused);
    } catch (error) {
      if (!(error instanceof GraphFailure) || error.kind !== 'transient' || attempt >= attemptsPerStep) throw error;
      // Full jitter, base 1 s, cap 60 s.
      await sleep(Math.random() * Math.min(60_000, 1000 * 2 ** (attempt - 1)), undefined, { signal });
    }
  }
}

async function storeWithCheckpoint(
  needs: SyncNeeds,
  lease: Lease,
  fetched: Fetched,
  change: Parameters<typeof saveCheckpoint>[2],
): Promise<void> {
  const { db, events } = needs;
  const before = await findAccountDocument(db, lease.accountId);
  await db.transaction().execute(async (transaction) => {
    await saveCheckpoint(transaction, lease, change);
    await fetched.store(transaction);
    await recordNewRows(transaction, lease.accountId, fetched.earliestDay);
  });
  const document = await announce(needs, lease.accountId);
  const earliestDate = document?.earliestDate;
  if (!earliestDate || earliestDate === before?.earliestDate) return;
  for (const userId of await listHolders(db, lease.accountId)) {
    await events.publish({
      to: 'user',
      userId,
      event: { type: 'earliest-date', accountId: lease.accountId, earliestDate },
    });
  }
}

async function announce({ db, events }: SyncNeeds, accountId: string) {
  const doc = await findAccountDocument(db, accountId);
  if (doc)
    await events.publish({
      to: 'document',
      docType: 'account',
      docId: accountId,
      event: { type: 'account-update', docType: 'account', docId: accountId, doc },
    });
  return doc;
}

type Problem = NonNullable<SyncStatus['problem']>;

const problems = {
  reconnect: {
    code: 'reconnect_required',
    message: 'The Meta connection has ended. Connect again to go on.',
    until: null,
  },
  permission: {
    code: 'permission_missing',
    message: 'A permission is missing. Connect again and allow all of them.',
    until: null,
  },
  away: { code: 'meta_unavailable', message: 'Meta does not answer. The sync is tried again soon.', until: null },
  failed: { code: 'failed', message: 'Instagram refused a request. The sync is tried again later.', until: null },
} as const satisfies Record<string, Problem>;

async function endAfterFailure(
  { connections, clock }: SyncNeeds,
  { userId }: AccountToken,
  accountId: string,
  error: GraphFailure,
  failures: number,
) {
  const spread = spreadOf(accountId);
  const wait = (outcome: SyncOutcome) => after(clock, secondsUntilNextSync(outcome, failures, spread));
  switch (error.kind) {
    case 'auth':
      await connections.reportDeadToken(userId, `${error.code ?? ''}/${error.subcode ?? ''}`);
      return { nextSyncAt: null, problem: problems.reconnect, failures };
    case 'permission':
      return { nextSyncAt: wait('permission'), problem: problems.permission, failures };
    case 'throttle-app':
    case 'throttle-account': {
      // Equal jitter, so that a pause is never almost none.
      const seconds =
        Math.max(60, error.retryAfterSeconds ?? Math.min(3600, 900 * 2 ** (failures - 1))) * (1 + 0.25 * Math.random());
      const until = after(clock, seconds);
      return {
        nextSyncAt: until,
        problem: { code: 'rate_limited' as const, message: 'Instagram asks to wait.', until: until.toISOString() },
        failures,
      };
    }
    case 'transient':
      return { nextSyncAt: wait('transient'), problem: problems.away, failures };
    case 'permanent':
      return { nextSyncAt: wait('failed'), problem: problems.failed, failures };
  }
}

function after(clock: Clock, seconds: number): Date {
  return new Date(clock().getTime() + seconds * 1000);
}
