import { isDeepStrictEqual } from 'node:util';
import { GraphError } from '../../../clients/instagram-graph/graph-error.ts';
import type { GraphCaller } from '../../../clients/instagram-graph/graph-http.ts';
import type { AccountToken } from '../../connections/index.ts';
import { emptyGiven, type GivenStep, recordChoices } from '../answers/given-step.ts';
import { recordAnswers } from '../answers/store-answers.ts';
import type { StoredAnswer } from '../answers/to-stored-answer.ts';
import { measureYoungPosts } from '../fetch/measure-posts.ts';
import { fetchRequestedWindows } from '../fetch/window-requests.ts';
import { saveCheckpoint, type Lease, type RunEnd, type SyncState } from '../lease/queries.ts';
import { planTasks } from '../plan/plan-tasks.ts';
import { beginStep, fetchesStories, nextStep, type Step } from '../plan/rules.ts';
import { getNextSync } from '../schedule/sync-schedule.ts';
import { listOutdated } from '../store/mark-outdated.ts';
import { commitStep, type GapsToFind } from '../store/commit-step.ts';
import type { SyncDeps } from '../sync-deps.ts';
import { fetchWithRetries } from './fetch-with-retries.ts';
import { refilledDays, unseenStories } from './gap-rules.ts';
import { afterFailure, explainUnreachable, toRateLimitProblem } from './problems.ts';
import { listActiveRefusals } from './refusal-rules.ts';
import { advance, begin, moveToDay, startRun, toChange, type SyncRun } from './sync-run.ts';

/** Time after which an account with more to do lets other accounts go first. */
const turnMillis = 15_000;
/** Delay between two steps while little quota is left. */
const slowMillis = 120_000;

interface Turn {
  lease: Lease;
  today: string;
  /** Explains gaps in the data since the last sync. */
  gapReason: string;
  signal: AbortSignal;
  isOver(): boolean;
}

/** Takes one step after the other, from the account's checkpoints until all are done or its turn is over. */
export async function runSteps(
  deps: SyncDeps,
  lease: Lease,
  state: SyncState,
  { signal, earliestDay }: { signal: AbortSignal; earliestDay: string | null },
): Promise<RunEnd> {
  const { clock, connections, rateLimiter, log } = deps;
  const { accountId } = lease;
  const { toDay } = deps.instagram.insights;
  const startedAt = clock();
  const turn: Turn = {
    lease,
    today: toDay(startedAt),
    gapReason: state.problem?.code ?? 'not_running',
    signal,
    isOver: () => signal.aborted || clock().getTime() - startedAt.getTime() > turnMillis,
  };
  let run = startRun(state, await planTasks(deps, state, startedAt), earliestDay);
  const unfinished = (nextSyncAt: Date): RunEnd => {
    return { nextSyncAt, problem: null, failures: run.failures, isUnfinished: true };
  };

  let access = await connections.findToken(accountId);
  if (access && !run.isFirst) {
    run = await fetchWindows(deps, turn, run, access);
    if (!run.checkpoints.media_history) run = await measurePosts(deps, turn, run, access, state.measurement_polls);
  }
  for (;;) {
    run = moveToDay(run, toDay(clock()));
    const step = nextStep(run.checkpoints);
    if (!step || !access) break;
    if (turn.isOver()) return unfinished(clock());
    const { pausedUntil, slow } = await rateLimiter.check(accountId, access.userId);
    if (pausedUntil)
      return { nextSyncAt: pausedUntil, problem: toRateLimitProblem(pausedUntil), failures: run.failures };
    const at = clock();
    run = begin(run, step, at);
    if (!isDeepStrictEqual(run.checkpoints, run.stored))
      await saveCheckpoint(deps.db, lease, toChange(run, run.checkpoints));
    try {
      run = await takeStep(deps, turn, run, step, { access, at, isSlow: slow });
    } catch (error) {
      if (signal.aborted) return unfinished(clock());
      if (!(error instanceof GraphError)) throw error;
      const failures = run.failures + 1;
      const { kind, code, subcode, traceId } = error;
      log.warn({ accountId, task: step.task, kind, code, subcode, traceId }, error.message);
      return afterFailure(deps, { access, accountId, step, failure: error, failures });
    }
    if (slow && nextStep(run.checkpoints)) return unfinished(new Date(clock().getTime() + slowMillis));
    // The token may have been renewed or revoked meanwhile.
    access = await connections.findToken(accountId);
  }
  if (!access)
    return { nextSyncAt: null, problem: await explainUnreachable(connections, accountId), failures: run.failures };
  // Requested during the first sync.
  if (run.isFirst) run = await fetchWindows(deps, turn, run, access);
  const isComplete = run.isFirst || run.checkpoints.account_details || run.checkpoints.media_history;
  return {
    nextSyncAt: await getNextSync(deps, state, run.syncedAt),
    ...(isComplete ? { lastSyncAt: clock() } : {}),
    problem: null,
    failures: 0,
  };
}

/** Fetches a step, and commits its data with the checkpoint. */
async function takeStep(
  deps: SyncDeps,
  turn: Turn,
  run: SyncRun,
  step: Step,
  { access, at, isSlow }: { access: AccountToken; at: Date; isSlow: boolean },
): Promise<SyncRun> {
  const { lease, today, signal } = turn;
  const { isFirst, series } = run;
  const { accountId } = lease;
  const answers: StoredAnswer[] = [];
  const refused = listActiveRefusals(run.refused, { today, host: access.host });
  const outdated = 'from' in step ? await listOutdated(deps.db, accountId, step) : emptyGiven.outdated;
  const given: GivenStep = { task: step, host: access.host, refused, series, isFirst, isSlow, chosen: {}, outdated };
  const context = {
    ...given,
    db: deps.db,
    instagram: deps.instagram,
    caller: recordAnswers(toCaller(deps, turn, access), answers, { ...deps, accountId }),
    answers,
    at,
    accountId,
    listMissingPermissions: async () => (await deps.connections.reportMissingPermission(access)).missing,
    choose: recordChoices(given.chosen),
  };
  const fetched = await fetchWithRetries(context, step, signal);
  const advanced = advance(run, step, fetched, { at, today, host: access.host });
  const { checkpoints, syncedAt } = advanced;
  const following = nextStep(checkpoints);
  const gaps: GapsToFind = {
    stories: isFirst || !fetchesStories(step) ? null : unseenStories(run.syncedAt.stories, at),
    days: isFirst ? null : refilledDays(checkpoints, step),
    reason: turn.gapReason,
  };
  // If the next step follows immediately, the same commit marks it as started.
  const stored = following && !isSlow && !turn.isOver() ? beginStep(checkpoints, following) : checkpoints;
  const initialized = isFirst && !following ? { initializedAt: deps.clock() } : {};
  const earliestDay = await commitStep(
    deps,
    lease,
    fetched,
    { ...toChange(run, stored), ...initialized, refused: advanced.refused, syncedAt },
    { gaps, earliestDay: run.earliestDay, answers: { given, at, answers } },
  );
  return { ...advanced, stored, earliestDay };
}

async function fetchWindows(deps: SyncDeps, turn: Turn, run: SyncRun, access: AccountToken): Promise<SyncRun> {
  const { earliestDay } = run;
  const { userId } = access;
  const caller = toCaller(deps, turn, access);
  return { ...run, earliestDay: await fetchRequestedWindows(deps, turn.lease, caller, { userId, earliestDay }) };
}

async function measurePosts(
  deps: SyncDeps,
  turn: Turn,
  run: SyncRun,
  access: AccountToken,
  polls: readonly string[],
): Promise<SyncRun> {
  const { earliestDay, syncedAt } = run;
  const { userId } = access;
  const refused = listActiveRefusals(run.refused, { today: turn.today, host: access.host });
  const caller = toCaller(deps, turn, access);
  const measured = { userId, earliestDay, syncedAt, refused, polls };
  return { ...run, earliestDay: await measureYoungPosts(deps, turn.lease, caller, measured) };
}

function toCaller({ requestId }: SyncDeps, { lease, signal }: Turn, { token, host }: AccountToken): GraphCaller {
  return { token, host, accountId: lease.accountId, signal, requestId };
}
