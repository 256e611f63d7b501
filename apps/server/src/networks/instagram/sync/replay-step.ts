import { createGraphReaders } from '../client/instagram-graph.ts';
import { createRecordedGraph } from '../client/recorded-graph.ts';
import { dayIn, startOfDay } from '../../../platform/clock.ts';
import type { GivenStep } from './answers/given-step.ts';
import { fetchStep } from './fetch/fetch-and-store.ts';
import type { FetchContext, Fetched } from './fetch/fetch-context.ts';
import { fetchYoungPosts } from './fetch/measure-posts.ts';
import { fetchWindows } from './fetch/window-requests.ts';
import { endStory, markOutdated, type Replayer } from '../../../features/sync/index.ts';

/** Returns what runs steps again with their stored answers, without a login. */
export function createInstagramReplayer({ dayZone }: { dayZone: string }): Replayer {
  const calendar: Replayer['calendar'] = {
    toDay: (instant) => dayIn(dayZone, instant),
    startOf: (day) => startOfDay(dayZone, day),
  };
  return {
    calendar,
    async replayStep(transaction, accountId, { at, answers, ...stored }) {
      const given = stored.given as GivenStep; // recorded by the connector
      const graph = createRecordedGraph(answers);
      const { task, host } = given;
      if (task.task === 'story_end') {
        await endStory(transaction, accountId, { ...task, at, toDay: calendar.toDay });
        return null;
      }
      const context: FetchContext = {
        ...given,
        db: transaction,
        instagram: createGraphReaders(graph, { dayZone }),
        at,
        caller: { token: '', host, accountId },
        accountId,
        // A step that lacks a permission is never stored.
        listMissingPermissions: async () => [],
        choose: repeatChoices(given.chosen),
      };
      try {
        const fetched = await fetchTask(context, task);
        await markOutdated(transaction, accountId, given.outdated);
        await fetched.store(transaction);
        return null;
      } catch (error) {
        const [call] = graph.unanswered;
        if (!call) throw error;
        return { at: at.toISOString(), task: task.task, reason: `${call.path} is not in the answers` };
      }
    },
  };
}

function fetchTask(context: FetchContext, task: Exclude<GivenStep['task'], { task: 'story_end' }>): Promise<Fetched> {
  if (task.task === 'young_posts') return fetchYoungPosts(context);
  if (task.task === 'windows') return fetchWindows(context, task);
  return fetchStep(context, task);
}

function repeatChoices(chosen: GivenStep['chosen']): FetchContext['choose'] {
  return async <Choice>(name: string, find: () => Promise<Choice>) =>
    name in chosen ? (chosen[name] as Choice) : find(); // recorded under the same name by the same step
}
