import { countDays } from '@tidemark/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { historyStart } from './measured-post.fixtures.ts';
import { listDayEvents, listPostEvents } from './unusual-events.ts';
import { historyDays, keepInteractions, makeUnusualHistory, type UnusualHistory } from './unusual-history.fixtures.ts';

const firstDay = '2024-11-01';
const accounts = 200;
const quarterDays = 91;

type Kind = 'unusual_day' | 'follower_fall' | 'post_above_peers';
interface Count {
  injected: number;
  detected: number;
}
interface Simulated {
  counts: Record<Kind, Count>;
  /** Days of alerts without a cause, per account. */
  falseAlerts: number[][];
}

const start = (): Simulated => ({
  counts: {
    unusual_day: { injected: 0, detected: 0 },
    follower_fall: { injected: 0, detected: 0 },
    post_above_peers: { injected: 0, detected: 0 },
  },
  falseAlerts: [],
});
const all = start();
const interactionsOnly = start();

beforeAll(() => {
  for (let seed = 1; seed <= accounts; seed += 1) {
    const history = makeUnusualHistory(seed);
    all.falseAlerts.push(simulate(history, all));
    if (seed % 2 === 0) interactionsOnly.falseAlerts.push(simulate(keepInteractions(history, seed), interactionsOnly));
  }
}, 300_000);

function simulate(history: UnusualHistory, { counts }: Simulated): number[] {
  const { days, followers, posts, dayEvents, falls, postEvents } = history;
  const unexplained: number[] = [];
  const record = (kind: Kind, place: number, isInjected: boolean) => {
    if (isInjected) counts[kind].detected += 1;
    else unexplained.push(place);
  };
  counts['unusual_day'].injected += dayEvents.length;
  counts['follower_fall'].injected += falls.length;
  counts['post_above_peers'].injected += postEvents.size;
  for (const event of listDayEvents({ firstDay, days, followers, highestBefore: 0, followersNow: null })) {
    const place = countDays(firstDay, event.day) - 1;
    if (event.kind === 'unusual_day') record(event.kind, place, dayEvents.includes(place));
    if (event.kind === 'follower_fall')
      record(
        event.kind,
        place,
        falls.some((first) => place >= first && place < first + 10),
      );
  }
  for (const { kind, at, mediaId } of listPostEvents(posts, new Date(historyStart)))
    record(kind, Math.floor((at.getTime() - historyStart) / 86_400_000), postEvents.has(mediaId));
  return unexplained;
}

/** Counts alerts without a cause in each quarter of each account. */
const listQuarters = ({ falseAlerts }: Simulated) =>
  falseAlerts.flatMap((places) =>
    Array.from(
      { length: Math.floor(historyDays / quarterDays) },
      (_, quarter) => places.filter((place) => Math.floor(place / quarterDays) === quarter).length,
    ),
  );

function expectRare(simulated: Simulated): void {
  const quarters = listQuarters(simulated);
  const total = quarters.reduce((sum, count) => sum + count, 0);
  expect(total / quarters.length).toBeLessThan(0.4);
  expect(quarters.filter((count) => count <= 1).length / quarters.length).toBeGreaterThan(0.94);
}

const toShare = ({ injected, detected }: Count) => detected / injected;

describe('simulation: two years, 200 accounts, growth, weekly rhythm, heavy tails and gaps', () => {
  const { counts } = all;

  it('detects 96.2% of days that deviate by 9 (at least 95%)', () => {
    expect(counts['unusual_day'].injected).toBeGreaterThan(1000);
    expect(toShare(counts['unusual_day'])).toBeGreaterThanOrEqual(0.95);
  });

  it('detects 96.4% of follower falls by 7 deviations (at least 95%)', () => {
    expect(counts['follower_fall'].injected).toBeGreaterThan(700);
    expect(toShare(counts['follower_fall'])).toBeGreaterThanOrEqual(0.95);
  });

  it('detects 95.6% of posts 7 deviations above their peers (at least 95%)', () => {
    expect(counts['post_above_peers'].injected).toBeGreaterThan(1000);
    expect(toShare(counts['post_above_peers'])).toBeGreaterThanOrEqual(0.95);
  });

  it('raises 0.36 false alerts per account and quarter, and at most one in 94.8% of quarters', () => {
    expectRare(all);
  });
});

describe('simulation: the same accounts at a network that counts interactions only', () => {
  const { counts } = interactionsOnly;

  it('detects 93% of days that deviate by 9 (at least 92%), and 95% of posts 7 deviations above (at least 94%)', () => {
    expect(toShare(counts['unusual_day'])).toBeGreaterThanOrEqual(0.92);
    expect(toShare(counts['post_above_peers'])).toBeGreaterThanOrEqual(0.94);
  });

  it('raises as few false alerts', () => {
    expectRare(interactionsOnly);
  });
});
