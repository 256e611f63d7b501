import { addDays, type CardMetric } from '@tidemark/contract';
import type { TestApp } from './start-test-app.ts';
import { trueDays, trueWindow, type WorldDay, type WorldMedia } from './world.ts';

export interface DayRange {
  from: string;
  to: string;
}

/** True values for one account in a range; people are counted once over the whole range. */
export interface TrueFigures {
  days: WorldDay[];
  reach: number;
  strangers: number;
  engaged: number;
  followers: number;
}

export interface TruePost extends WorldMedia {
  account: string;
}

interface WorldMediaLists {
  media: WorldMedia[];
  collaborativeMedia: WorldMedia[];
  liveStories: WorldMedia[];
}

/** The sandbox's true data, each part fetched once. The formulas are deliberately written a second time here. */
export class Truth {
  #app: TestApp;
  #days = new Map<string, Promise<Map<string, WorldDay>>>();
  #figures = new Map<string, Promise<TrueFigures>>();
  #posts = new Map<string, Promise<TruePost[]>>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  async day(account: string, day: string): Promise<WorldDay | undefined> {
    return (await this.#all(account)).get(day);
  }

  figures(account: string, range: DayRange): Promise<TrueFigures> {
    return once(this.#figures, `${account} ${range.from} ${range.to}`, async () => {
      const known = await this.#all(account);
      const days = listDays(range).flatMap((day) => known.get(day) ?? []);
      const people = await trueWindow(this.#app, account, range.to, listDays(range).length);
      return {
        days,
        reach: people.reach ?? 0,
        strangers: people.nonFollowerReach ?? 0,
        engaged: people.engaged ?? 0,
        followers: known.get(range.to)?.followersEnd ?? 0,
      };
    });
  }

  all(accounts: readonly string[], range: DayRange): Promise<TrueFigures[]> {
    return Promise.all(accounts.map((account) => this.figures(account, range)));
  }

  /** Lists posts, collaborations and live stories. */
  posts(account: string): Promise<TruePost[]> {
    return once(this.#posts, account, () => this.#fetchPosts(account));
  }

  /** Lists the posts at an earlier instant: the sandbox's clock is set back for this fetch. */
  postsAt(account: string, instant: Date): Promise<TruePost[]> {
    return once(this.#posts, `${account} ${instant.toISOString()}`, async () => {
      await this.#setClock({ now: instant.toISOString() });
      try {
        return await this.#fetchPosts(account);
      } finally {
        await this.#setClock({ reset: true });
      }
    });
  }

  async listPosts(accounts: readonly string[]): Promise<TruePost[]> {
    return (await Promise.all(accounts.map((account) => this.posts(account)))).flat();
  }

  async #fetchPosts(account: string): Promise<TruePost[]> {
    const { media, collaborativeMedia, liveStories } = await this.#app.control<WorldMediaLists>(
      `world/accounts/${account}/media`,
    );
    return [...media, ...collaborativeMedia, ...liveStories].map((post) => ({ ...post, account }));
  }

  async #setClock(move: { now: string } | { reset: true }): Promise<void> {
    await this.#app.control('clock', { method: 'POST', body: JSON.stringify(move) });
  }

  #all(account: string): Promise<Map<string, WorldDay>> {
    return once(this.#days, account, async () => {
      const today = (await this.#app.control<{ today: string }>('world')).today;
      const days = await trueDays(this.#app, account, addDays(today, -800), today);
      return new Map(days.map((day) => [day.day, day]));
    });
  }
}

function once<Value>(known: Map<string, Promise<Value>>, key: string, fetch: () => Promise<Value>): Promise<Value> {
  const found = known.get(key) ?? fetch();
  known.set(key, found);
  return found;
}

export function listDays({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

export function total<Item>(items: readonly Item[], pick: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + pick(item), 0);
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

/**
 * Returns a card's true value: over several accounts a ratio of sums. Only growth needs the followers at the previous
 * range's end.
 */
export function trueCard(metric: CardMetric, figures: readonly TrueFigures[], followersBefore = 0): number {
  const sum = (pick: (day: WorldDay) => number) => total(figures, ({ days }) => total(days, pick));
  const people = (name: 'reach' | 'strangers' | 'engaged' | 'followers') => total(figures, (account) => account[name]);
  switch (metric) {
    case 'followers':
      return people('followers');
    case 'follower-growth-rate':
      return percent(people('followers') - followersBefore, followersBefore);
    case 'engagement-rate':
      return percent(
        sum((day) => day.totalInteractions),
        people('reach'),
      );
    case 'conversion-rate':
      return percent(
        sum((day) => day.follows),
        people('strangers'),
      );
    case 'engaged-audience':
      return percent(people('engaged'), people('followers'));
    case 'views':
      return sum((day) => day.views);
    case 'reach':
      return people('reach');
    case 'total_interactions':
      return sum((day) => day.totalInteractions);
    case 'virality-score': {
      const marks = (count: number, of: number, full: number) => (of === 0 ? 0 : Math.min(1, count / of / full));
      return (
        40 *
          marks(
            sum((day) => day.shares),
            people('reach'),
            0.02,
          ) +
        30 *
          marks(
            sum((day) => day.saves),
            people('reach'),
            0.03,
          ) +
        20 *
          marks(
            sum((day) => day.comments),
            people('reach'),
            0.01,
          ) +
        10 *
          marks(
            sum((day) => day.follows),
            people('strangers'),
            0.05,
          )
      );
    }
  }
}
