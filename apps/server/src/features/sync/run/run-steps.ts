import { isDeepStrictEqual } from 'node:util';
import { NetworkError } from '../../../networks/network-error.ts';
import type { Connector, Session, Step, SyncRun, Turn } from '../connector.ts';
import { saveCheckpoint, type RunEnd, type SyncState } from '../lease/queries.ts';
import { commitStep } from '../store/commit-step.ts';
import type { SyncDeps } from '../sync-deps.ts';
import { fetchWithRetries } from './fetch-with-retries.ts';
import { advance, begin, moveToDay, startRun, toChange } from './sync-run.ts';

/** Time after which an account with more to do lets other accounts go first. */
const turnMillis = 15_000;
/** Delay between two steps while little quota is left. */
const slowMillis = 120_000;

interface StepTurn extends Turn {
  today: string;
  /** Explains gaps in the data since the last sync. */
  gapReason: string;
  isOver(): boolean;
}

/** Takes one step after the other, from the account's checkpoints until all are done or its turn is over. */
export async function runSteps(
  { connector, ...deps }: SyncDeps & { connector: Connector },
  turn: Turn,
  state: SyncState,
  earliestDay: string | null,
): Promise<RunEnd> {
  const { clock, log } = deps;
  const { accountId, signal } = turn;
  const { calendar, pauses } = connector;
  const startedAt = clock();
  const stepTurn: StepTurn = {
    ...turn,
    today: calendar.toDay(startedAt),
    gapReason: state.problem?.code ?? 'not_running',
    isOver: () => signal.aborted || clock().getTime() - startedAt.getTime() > turnMillis,
  };
  let run = startRun(state, await connector.plan(state, startedAt), earliestDay);
  const unfinished = (nextSyncAt: Date): RunEnd => {
    return { nextSyncAt, problem: null, failures: run.failures, isUnfinished: true };
  };

  let session = await connector.openSession(turn);
  if (session && !run.isFirst) run = { ...run, earliestDay: await session.fetchUrgent(run, state) };
  for (;;) {
    run = moveToDay(connector, run, calendar.toDay(clock()));
    const step = session?.nextStep(run.checkpoints);
    if (!step || !session) break;
    if (stepTurn.isOver()) return unfinished(clock());
    const { pausedUntil, slow } = await pauses.check(accountId, session.userId);
    if (pausedUntil) return { nextSyncAt: pausedUntil, problem: pauses.explain(pausedUntil), failures: run.failures };
    const at = clock();
    run = begin(run, step, at);
    if (!isDeepStrictEqual(run.checkpoints, run.stored))
      await saveCheckpoint(deps.db, turn.lease, toChange(run, run.checkpoints));
    try {
      run = await takeStep({ ...deps, connector }, stepTurn, run, step, { session, at, isSlow: slow });
    } catch (error) {
      if (signal.aborted) return unfinished(clock());
      if (!(error instanceof NetworkError)) throw error;
      const { kind, code, subcode, traceId } = error;
      log.warn({ accountId, task: step.task, kind, code, subcode, traceId }, error.message);
      return step.explainFailure(error, run.failures + 1);
    }
    if (slow && session.nextStep(run.checkpoints)) return unfinished(new Date(clock().getTime() + slowMillis));
    // The token may have been renewed or revoked meanwhile.
    session = await connector.openSession(turn);
  }
  if (!session)
    return { nextSyncAt: null, problem: await connector.explainUnreachable(accountId), failures: run.failures };
  // Requested during the first sync.
  if (run.isFirst) run = { ...run, earliestDay: await session.fetchUrgent(run, state) };
  const isComplete = run.isFirst || run.checkpoints.account_details || run.checkpoints.media_history;
  return {
    nextSyncAt: await connector.findNextSync(deps.db, accountId, run.syncedAt),
    ...(isComplete ? { lastSyncAt: clock() } : {}),
    problem: null,
    failures: 0,
  };
}

/** Fetches a step, and commits its data with the checkpoint. */
async function takeStep(
  { db, events, clock, connector }: SyncDeps & { connector: Connector },
  { lease, today, signal, gapReason: reason, isOver }: StepTurn,
  run: SyncRun,
  step: Step,
  { session, at, isSlow }: { session: Session; at: Date; isSlow: boolean },
): Promise<SyncRun> {
  const { isFirst, learned } = run;
  const fetched = await fetchWithRetries(() => step.fetch({ ...learned, at, today, isFirst, isSlow }), signal);
  const { run: advanced, following } = advance(run, fetched, session.nextStep);
  const { checkpoints, syncedAt } = advanced;
  // If the next step follows immediately, the same commit marks it as started.
  const stored = following && !isSlow && !isOver() ? following.begin(checkpoints, null) : checkpoints;
  const earliestDay = await commitStep(
    { db, events, calendar: connector.calendar },
    lease,
    fetched,
    {
      ...toChange(run, stored),
      ...(isFirst && !following ? { initializedAt: clock() } : {}),
      refused: advanced.learned.refused,
      syncedAt,
    },
    { at, gaps: { ...fetched.findGaps(run.syncedAt, checkpoints), reason }, earliestDay: run.earliestDay },
  );
  return { ...advanced, stored, earliestDay };
}
