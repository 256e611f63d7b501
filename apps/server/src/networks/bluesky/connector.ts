import type { Database } from '../../database/database.ts';
import { hasWorkingLogin } from '../../features/accounts/index.ts';
import {
  toJitter,
  type Calendar,
  type Connector,
  type Fetched,
  type Problem,
  type Replayer,
  type Step,
  type Turn,
} from '../../features/sync/index.ts';
import { dayIn, startOfDay, type Clock } from '../../platform/clock.ts';
import type { StoredStep } from '../../features/sync/index.ts';
import { createRecordedQuery, toStoredAnswer } from './answers.ts';
import { createAppView } from './client/app-view.ts';
import { isHidden } from './client/bluesky-error.ts';
import type { Query } from './client/xrpc.ts';
import { fetchStep, type FetchContext, type UndatedPost } from './fetch-step.ts';
import { findBlueskyAccount } from './queries.ts';
import {
  beginStep,
  finishStep,
  nextStep,
  secondsAfterFailure,
  startFirstSync,
  startLaterSync,
  toNextSync,
  toSyncTimes,
  type BlueskyStep,
} from './rules.ts';

const hidden: Problem = {
  code: 'account_unreachable',
  message:
    'Bluesky does not show this account any more. It was deactivated, suspended or deleted. Restore it there, and syncing continues.',
  until: null,
};
const unproven: Problem = {
  code: 'reconnect_required',
  message: 'Nobody who has linked this account is connected with it any more. Connect it again.',
  until: null,
};
const away: Problem = { code: 'failed', message: 'Bluesky is not responding. We will retry shortly.', until: null };
const refused: Problem = { code: 'failed', message: 'Bluesky rejected a request. We will retry later.', until: null };

/** A step's input besides its answers. */
interface GivenStep extends StoredStep {
  task: BlueskyStep;
  did: string;
  posts?: UndatedPost[];
}

interface ConnectorDeps {
  db: Database;
  query: Query;
  clock: Clock;
  /** Bluesky gives times, not days: they are counted by the same days as those of other networks. */
  dayZone: string;
  /** Days for which answers are stored; 0 stores none. */
  answerDays: number;
}

/** Syncs accounts from what anyone may see, without a token. */
export function createBlueskyConnector(deps: ConnectorDeps): Connector {
  const { db, clock } = deps;
  const appView = createAppView(deps.query);
  const replayer = createBlueskyReplayer(deps);
  const { toDay } = replayer.calendar;
  let pausedUntil = 0;
  return {
    ...replayer,
    pauses: {
      check: async () => {
        const isPaused = pausedUntil > clock().getTime();
        return { pausedUntil: isPaused ? new Date(pausedUntil) : null, slow: false };
      },
      explain: (until) => ({ code: 'rate_limited', message: 'Rate-limited by Bluesky.', until: until.toISOString() }),
    },
    plan: async ({ initialized_at, initialization, tasks, part_synced_at }, now) => {
      if (initialized_at === null) return nextStep(initialization) ? initialization : startFirstSync();
      return nextStep(tasks) ? tasks : startLaterSync(now, part_synced_at);
    },
    moveToDay: (checkpoints) => checkpoints,
    async openSession(turn) {
      const account = await findBlueskyAccount(db, turn.accountId);
      if (!account || !(await hasWorkingLogin(db, turn.accountId))) return null;
      const explainFailure: Step['explainFailure'] = async (failure, failures) => {
        const wait = (seconds: number) => new Date(clock().getTime() + seconds * 1000);
        if (failure.kind === 'throttle-app') {
          const until = wait(Math.max(60, failure.retryAfterSeconds ?? 300));
          pausedUntil = until.getTime();
          return { nextSyncAt: until, problem: this.pauses.explain(until), failures };
        }
        const isTransient = failure.kind === 'transient';
        const problem = isHidden(failure) ? hidden : isTransient ? away : refused;
        return { nextSyncAt: wait(secondsAfterFailure(isTransient, failures)), problem, failures };
      };
      return {
        userId: '',
        nextStep(checkpoints) {
          const step = nextStep(checkpoints);
          return step && { ...toStep({ ...deps, appView, toDay }, turn, account.did, step), explainFailure };
        },
        fetchUrgent: async ({ earliestDay }) => earliestDay,
      };
    },
    explainUnreachable: async () => unproven,
    async findNextSync(source, accountId, syncedAt) {
      const { watched_until: watchedUntil, throttle_factor: throttle } = await source
        .selectFrom('sync_state')
        .select(['watched_until', 'throttle_factor'])
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      const now = clock();
      return toNextSync({
        last: new Date(syncedAt.days ?? now),
        isWatched: watchedUntil !== null && watchedUntil > now,
        throttle,
        jitter: toJitter(accountId),
      });
    },
  };
}

function toStep(
  { db, appView, toDay, answerDays }: ConnectorDeps & Pick<FetchContext, 'appView' | 'toDay'>,
  { accountId, signal }: Turn,
  did: string,
  step: BlueskyStep,
): Omit<Step, 'explainFailure'> {
  return {
    task: step.task,
    begin: (checkpoints) => beginStep(checkpoints, step),
    async fetch({ at, refused, series }) {
      const answers: Fetched['recorded']['answers'] = [];
      const given: GivenStep = { task: step, did, outdated: { days: [], windows: [] } };
      const context: FetchContext = {
        db,
        appView,
        caller: {
          signal,
          ...(answerDays > 0 && { onAnswer: (answer) => answers.push(toStoredAnswer(answer, did)) }),
        },
        accountId,
        did,
        at,
        toDay,
        choosePosts: async (find) => (given.posts = await find()),
      };
      const { outcome, earliestDay, store } = await fetchStep(context, step);
      return {
        earliestDay,
        learned: { refused, series },
        recorded: { given, answers, isLocal: answerDays > 0 && step.task === 'insights' },
        store,
        finish: (checkpoints) => finishStep(checkpoints, step, outcome),
        toSyncTimes: (before, { checkpoints, isFinished }) =>
          isFinished ? toSyncTimes(before, checkpoints, at) : before,
        findGaps: () => ({ stories: null, days: null }),
      };
    },
  };
}

export function createBlueskyReplayer({ dayZone }: Pick<ConnectorDeps, 'dayZone'>): Replayer {
  const calendar: Calendar = {
    toDay: (instant) => dayIn(dayZone, instant),
    startOf: (day) => startOfDay(dayZone, day),
  };
  return {
    calendar,
    async replayStep(transaction, accountId, { at, answers, ...stored }) {
      const given = stored.given as GivenStep; // recorded by the connector
      const query = createRecordedQuery(answers);
      try {
        const { store } = await fetchStep(
          {
            db: transaction,
            appView: createAppView(query),
            caller: {},
            accountId,
            did: given.did,
            at,
            toDay: calendar.toDay,
            choosePosts: async (find) => given.posts ?? find(),
          },
          given.task,
        );
        await store(transaction);
        return null;
      } catch (error) {
        const [path] = query.unanswered;
        if (path === undefined) throw error;
        return { at: at.toISOString(), task: given.task.task, reason: `${path} is not in the answers` };
      }
    },
  };
}
