import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { InstagramGraph } from '../client/instagram-graph.ts';
import type { GraphCaller } from '../client/graph-http.ts';
import type { AccountToken, ConnectionAccess } from '../connections/connection-access.ts';
import { emptyGiven, recordChoices, type GivenStep } from './answers/given-step.ts';
import { recordAnswers } from './answers/record-answers.ts';
import { fetchStep } from './fetch/fetch-and-store.ts';
import { measureYoungPosts } from './fetch/measure-posts.ts';
import { fetchRequestedWindows } from './fetch/window-requests.ts';
import { planTasks } from './plan/plan-tasks.ts';
import {
  beginStep,
  fetchesStories,
  finishStep,
  nextStep,
  resumeInitialization,
  updatePartSyncTimes,
  type Step,
} from './plan/rules.ts';
import { createInstagramReplayer } from './replay-step.ts';
import { refilledDays, unseenStories } from './run/gap-rules.ts';
import { afterFailure, explainUnreachable, toRateLimitProblem } from './run/problems.ts';
import { listActiveRefusals, mergeRefusals } from './run/refusal-rules.ts';
import type { GraphRateLimiter } from './schedule/graph-rate-limiter.ts';
import { getNextSync } from './schedule/sync-schedule.ts';
import {
  type Connector,
  type Fetched,
  listOutdated,
  type Session,
  type StepInput,
  type Turn,
} from '../../../features/sync/index.ts';

interface ConnectorDeps {
  db: Database;
  instagram: InstagramGraph;
  dayZone: string;
  connections: ConnectionAccess;
  events: EventBus<LiveMessage>;
  rateLimiter: GraphRateLimiter;
  clock: Clock;
  /** Days for which answers are stored; 0 stores none. */
  answerDays: number;
  log: Log;
}

export function createInstagramConnector(deps: ConnectorDeps): Connector {
  const { connections, rateLimiter } = deps;
  return {
    ...createInstagramReplayer(deps),
    pauses: { check: rateLimiter.check, explain: toRateLimitProblem },
    plan: (state, now) => planTasks(deps, state, now),
    moveToDay: resumeInitialization,
    async openSession(turn) {
      const login = await connections.findToken(turn.accountId);
      return login && toSession(deps, turn, login);
    },
    explainUnreachable: (accountId) => explainUnreachable(connections, accountId),
    findNextSync: (db, accountId, syncedAt) => getNextSync({ ...deps, db }, accountId, syncedAt),
  };
}

function toSession(deps: ConnectorDeps, turn: Turn, login: AccountToken): Session {
  const { accountId, lease, signal, requestId } = turn;
  const { token, host, userId } = login;
  const caller: GraphCaller = { token, host, accountId, signal, requestId };
  return {
    userId,
    nextStep(checkpoints) {
      const step = nextStep(checkpoints);
      return (
        step && {
          task: step.task,
          begin: (before, at) => beginStep(before, step, at),
          fetch: (input) => fetchRecorded(deps, caller, { login, step, input }),
          explainFailure: (failure, failures) =>
            afterFailure(deps, { access: login, accountId, step, failure, failures }),
        }
      );
    },
    async fetchUrgent({ isFirst, earliestDay, checkpoints, learned, syncedAt }, { measurement_polls: polls }) {
      const known = await fetchRequestedWindows(deps, lease, caller, { userId, earliestDay });
      if (isFirst || checkpoints.media_history) return known;
      const today = deps.instagram.insights.toDay(deps.clock());
      const refused = listActiveRefusals(learned.refused, { today, host });
      return measureYoungPosts(deps, lease, caller, { userId, earliestDay: known, syncedAt, refused, polls });
    },
  };
}

async function fetchRecorded(
  deps: ConnectorDeps,
  caller: GraphCaller,
  { login, step, input }: { login: AccountToken; step: Step; input: StepInput },
): Promise<Fetched> {
  const { db, instagram, connections } = deps;
  const { accountId, host } = login;
  const { at, today, isFirst, isSlow, series } = input;
  const answers: Fetched['recorded']['answers'] = [];
  const refused = listActiveRefusals(input.refused, { today, host });
  const outdated = 'from' in step ? await listOutdated(db, accountId, step) : emptyGiven.outdated;
  const given: GivenStep = { task: step, host, refused, series, isFirst, isSlow, chosen: {}, outdated };
  const fetched = await fetchStep(
    {
      ...given,
      db,
      instagram,
      caller: recordAnswers(caller, answers, { ...deps, accountId }),
      at,
      accountId,
      listMissingPermissions: async () => (await connections.reportMissingPermission(login)).missing,
      choose: recordChoices(given.chosen),
    },
    step,
  );
  return {
    earliestDay: fetched.earliestDay,
    learned: {
      refused: fetched.refused ? mergeRefusals(input.refused, fetched.refused, { today, host }) : input.refused,
      series: fetched.series?.isLearned ? fetched.series : series,
    },
    recorded: { given, answers },
    store: (transaction) => fetched.store(transaction),
    finish: (checkpoints) => finishStep(checkpoints, step, fetched.outcome),
    toSyncTimes: (before, after) => updatePartSyncTimes(before, { ...after, step, at, isFirst }),
    findGaps: (before, checkpoints) => ({
      stories: isFirst || !fetchesStories(step) ? null : unseenStories(before.stories, at),
      days: isFirst ? null : refilledDays(checkpoints, step),
    }),
  };
}
