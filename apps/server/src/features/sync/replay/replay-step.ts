import { createGraphReaders } from '../../../clients/instagram-graph/instagram-graph.ts';
import { createRecordedGraph } from '../../../clients/instagram-graph/recorded-graph.ts';
import type { Transaction } from '../../../database/database.ts';
import type { GivenStep } from '../answers/given-step.ts';
import type { AnswersAt } from '../answers/read-answers.ts';
import { fetchStep } from '../fetch/fetch-and-store.ts';
import type { FetchContext, Fetched } from '../fetch/fetch-context.ts';
import { fetchYoungPosts } from '../fetch/measure-posts.ts';
import { fetchWindows } from '../fetch/window-requests.ts';
import { markOutdated } from '../store/mark-outdated.ts';
import { replayStoryEnd } from '../store/store-story-end.ts';

/** A step that the stored answers do not contain completely, such as one that other requests have replaced since. */
export interface UnreplayedStep {
  at: string;
  task: string;
  reason: string;
}

/** Runs a step again with its stored answers and stores its rows; returns why that is impossible, or null. */
export async function replayStep(
  transaction: Transaction,
  accountId: string,
  { at, given, answers }: AnswersAt,
  { dayZone }: { dayZone: string },
): Promise<UnreplayedStep | null> {
  const graph = createRecordedGraph(answers);
  const instagram = createGraphReaders(graph, { dayZone });
  const { task, host } = given;
  if (task.task === 'story_end') {
    await replayStoryEnd(transaction, { ...task, accountId, at, toDay: instagram.insights.toDay });
    return null;
  }
  const context: FetchContext = {
    ...given,
    db: transaction,
    instagram,
    at,
    caller: { token: '', host, accountId },
    answers: [],
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
