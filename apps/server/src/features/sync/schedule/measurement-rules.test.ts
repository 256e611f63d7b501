import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getNextMeasurement,
  isNewAge,
  measurementHours,
  usualHours,
  type MeasurementPlan,
} from './measurement-rules.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-03-02T00:00:00Z');
const at = (hours: number) => new Date(start + hours * hour);

function planned(overrides: Partial<MeasurementPlan>): MeasurementPlan {
  return { now: at(0), young: [], polls: [], listedAt: null, publishedAt: [], throttle: 1, ...overrides };
}

/** Runs the rule for some days, with a nightly list of all posts; new posts are found by any list. */
function simulate(publishedAt: Date[], { days, habits = [] }: { days: number; habits?: Date[] }) {
  const measured = new Map<Date, Date[]>();
  const polls: Date[] = [];
  let listedAt = at(-1);
  for (let minute = 0; minute < days * 1440; minute += 10) {
    const now = new Date(start + minute * 60_000);
    const young = [...measured].map(([published, measuredAt]) => ({ publishedAt: published, measuredAt }));
    const due = getNextMeasurement(
      planned({
        now,
        young: young.filter((post) => now.getTime() - post.publishedAt.getTime() < 3 * day),
        polls: polls.filter((poll) => now.getTime() - poll.getTime() < 3 * day),
        listedAt,
        publishedAt: [...habits, ...measured.keys()],
      }),
    );
    const isNight = minute % 1440 === 11 * 60;
    if (!isNight && (due === null || due > now)) continue;
    if (isNight) listedAt = now;
    else polls.push(now);
    for (const published of publishedAt)
      if (published <= now) measured.set(published, [...(measured.get(published) ?? []), now]);
  }
  return { polls, measured };
}

describe('getNextMeasurement', () => {
  it('measures a known post near each target age', () => {
    const { measured } = simulate([at(10.9)], { days: 4 });
    const [[published, instants] = [at(0), []]] = measured;

    const ages = instants.map((instant) => (instant.getTime() - published.getTime()) / hour);
    for (const target of measurementHours)
      expect(Math.min(...ages.map((age) => Math.abs(age / target - 1))), `${target} h`).toBeLessThan(0.5);
  });

  it('makes about one request a day without new posts, and none without a posting habit', () => {
    const habits = Array.from({ length: 20 }, (_, index) => at(-24 * (index + 5) + 17.5));

    expect(simulate([], { days: 5, habits }).polls.length).toBeLessThanOrEqual(5);
    expect(simulate([], { days: 5, habits }).polls.length).toBeGreaterThanOrEqual(4);
    expect(simulate([], { days: 5 }).polls).toEqual([]);
    expect(getNextMeasurement(planned({}))).toBeNull();
  });

  it('never makes more than five requests in 24 hours, whatever is published', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 5 * 24, noNaN: true }), { maxLength: 25 }), (hours) => {
        const { polls } = simulate(hours.map(at), { days: 5, habits: hours.map((one) => at(one - 240)) });
        for (const poll of polls) {
          const within = polls.filter((other) => other <= poll && poll.getTime() - other.getTime() < day);
          expect(within.length).toBeLessThanOrEqual(5);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('finds a post published at the usual hour within two and a half hours', () => {
    const habits = Array.from({ length: 20 }, (_, index) => at(-24 * (index + 5) + 17.5));
    const published = at(24 + 17.2);

    const { measured } = simulate([published], { days: 3, habits });

    expect((measured.get(published)?.[0]?.getTime() ?? Infinity) - published.getTime()).toBeLessThan(2.5 * hour);
  });

  it('does not repeat a failed request until the next age', () => {
    const young = [{ publishedAt: at(0), measuredAt: [] }];

    const next = getNextMeasurement(planned({ now: at(1.2), young, polls: [at(1.1)] }));

    expect(next?.getTime()).toBeGreaterThanOrEqual(at(3).getTime());
  });

  it('stops when an operator stretches the interval', () => {
    const young = [{ publishedAt: at(0), measuredAt: [] }];

    expect(getNextMeasurement(planned({ now: at(1), young, throttle: 10 }))).toBeNull();
  });
});

it('learns up to two usual hours from past posts', () => {
  const times = [8.1, 8.5, 9.2, 9.4, 18.3, 18.6, 19.9, 8.9].map((one) => at(one));

  expect(usualHours(times)).toEqual([10, 20]);
  expect(usualHours(times.slice(0, 5))).toEqual([]);
});

it('spaces stored ages by a sixth, then daily, so their number stays limited', () => {
  const stored: number[] = [];
  for (let minutes = 0; minutes <= 30 * 1440; minutes += 10)
    if (isNewAge(stored.at(-1) ?? null, minutes)) stored.push(minutes);

  expect(stored.length).toBeLessThan(85);
  expect(Math.max(...stored.map((age, index) => age - (stored[index - 1] ?? 0)))).toBeLessThanOrEqual(20 * 60);
});
