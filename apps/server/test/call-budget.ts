import { dayMillis } from '@tidemark/contract';
import type { TestApp } from './start-test-app.ts';
import { endedStories, trueMedia } from './world.ts';

/** The profile, the list of stories, three groups of metrics, and those not counted so far. */
const callsAStory = 7;
/** It is measured several times in its first two days. */
const callsANewPost = 10;

export interface CallBudget {
  requests: number;
  calls: number;
}

/**
 * Returns the budget for an account's syncs in the 24 hours before `until`: 8 requests and 80 counted calls, and up to
 * 12 and 110 with new posts. Each story after the third may be fetched once more.
 */
export async function loadCallBudget(app: TestApp, accountId: string): Promise<(until: number) => CallBudget> {
  const published = (await trueMedia(app, accountId)).map(({ publishedAt }) => Date.parse(publishedAt));
  const ends = (await endedStories(app, accountId)).map(({ publishedAt }) => Date.parse(publishedAt) + dayMillis);
  return (until) => {
    const more = Math.max(0, ends.filter((end) => end > until - dayMillis && end <= until).length - 3);
    const posts = published.filter((at) => at > until - 1.5 * dayMillis && at <= until).length;
    return {
      requests: 8 + more + Math.min(4, posts * 2),
      calls: 80 + more * callsAStory + Math.min(30, posts * callsANewPost),
    };
  };
}
