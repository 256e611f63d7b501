import type { OverviewMetric } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVerdict } from '@tidemark/presentation';

const comparison = { days: 7, of: 7, noDataBefore: null };
const change = (metric: OverviewMetric, percentChange: number | null, difference = percentChange) => ({
  metric,
  percentChange,
  change: difference,
  approx: null,
  comparison,
});
const usual = (medians: Partial<Record<OverviewMetric, number | null>>, limit: number | null = null) => ({
  periods: 26,
  limit,
  medians: {
    followers: null,
    views: null,
    reach: null,
    total_interactions: null,
    'engagement-rate': null,
    'conversion-rate': null,
    'virality-score': null,
    'engaged-audience': null,
    'post-activity': null,
    ...medians,
  },
});
const words = (verdict: ReturnType<typeof toVerdict>) => verdict?.map(({ statement, size }) => `${statement} ${size}`);

describe('verdict', () => {
  it('starts with the most unusual change, not the largest', () => {
    const verdict = toVerdict(
      [change('engagement-rate', 60), change('views', -20), change('followers', 0.4, 306)],
      usual({ 'engagement-rate': 50, views: 5, followers: 0.3 }),
    );

    expect(words(verdict)).toEqual(['views fell 20%', 'followers grew by 306']);
  });

  it('follows with the most unusual change in the other direction', () => {
    const medians = usual({ views: 5, reach: 5, followers: 0.3 });
    const verdict = toVerdict([change('views', -20), change('reach', -19), change('followers', 0.4, 306)], medians);

    expect(words(verdict)).toEqual(['views fell 20%', 'followers grew by 306']);
  });

  it('follows with the second change in the same direction when nothing unusual opposes it', () => {
    const medians = usual({ views: 5, reach: 5, followers: 0.5 });
    const verdict = toVerdict([change('views', -20), change('reach', -19), change('followers', 0.4, 306)], medians);

    expect(words(verdict)).toEqual(['views fell 20%', 'reach fell 19%']);
  });

  it('calls a period typical when no change exceeds its median', () => {
    const verdict = toVerdict([change('views', -4), change('reach', 3)], usual({ views: 5, reach: 5 }));

    expect(verdict).toEqual([]);
  });

  it('calls a period typical when nine of ten periods have a larger change', () => {
    const changes = [change('views', -20), change('reach', 12)];

    expect(toVerdict(changes, usual({ views: 5, reach: 5 }, 5.1))).toEqual([]);
    expect(words(toVerdict(changes, usual({ views: 5, reach: 5 }, 4.9)))).toEqual(['views fell 20%']);
  });

  it('describes results only, not posting or unitless scores', () => {
    const effort = [change('post-activity', 200), change('virality-score', -29), change('conversion-rate', 80)];

    expect(words(toVerdict([...effort, change('views', -16)], usual({})))).toEqual(['views fell 16%']);
    expect(toVerdict(effort, usual({}))).toBeNull();
  });

  it('is null without any comparison', () => {
    expect(toVerdict([change('views', null)], usual({}))).toBeNull();
    expect(toVerdict([], undefined)).toBeNull();
  });

  it('ranks by size alone without earlier periods', () => {
    expect(words(toVerdict([change('views', 12), change('reach', 40)], undefined))).toEqual([
      'reach rose 40%',
      'views rose 12%',
    ]);
    expect(toVerdict([change('views', 9)], undefined)).toEqual([]);
  });

  it('shows decimals only below ten percent', () => {
    expect(words(toVerdict([change('views', 5.26)], usual({ views: 1 })))).toEqual(['views rose 5.3%']);
    expect(words(toVerdict([change('views', 15.26)], usual({ views: 1 })))).toEqual(['views rose 15%']);
  });

  it('names at most two different metrics, each with a change', () => {
    const metrics = ['followers', 'views', 'reach', 'engagement-rate', 'total_interactions'] as const;
    const changes = fc.uniqueArray(
      fc.tuple(fc.constantFrom(...metrics), fc.option(fc.double({ min: -500, max: 500, noNaN: true }))),
      { selector: ([metric]) => metric },
    );
    fc.assert(
      fc.property(changes, fc.double({ min: 0, max: 100, noNaN: true }), (list, median) => {
        const verdict = toVerdict(
          list.map(([metric, percent]) => change(metric, percent)),
          usual({ views: median, reach: median }),
        );
        const named = verdict?.map(({ metric }) => metric) ?? [];
        expect(new Set(named).size).toBe(named.length);
        expect(named.length).toBeLessThanOrEqual(2);
        const changed = list.flatMap(([metric, percent]) => (percent ? [metric] : []));
        for (const metric of named) expect(changed).toContain(metric);
      }),
    );
  });
});
