import { describe, expect, it } from 'vitest';
import { boundDelta, type ObservedMedia, toDeltaReasons } from './delta-reasons.ts';

const today = '2026-11-21';
const week = { from: '2026-11-08', to: '2026-11-14' };
const media = (change: Partial<ObservedMedia> = {}): ObservedMedia => ({
  product_type: 'FEED',
  published_day: '2026-11-10',
  first_observed_day: '2026-11-10',
  observed_day: '2026-11-20',
  is_final: false,
  is_refused: false,
  ...change,
});
const reasons = (change: Partial<ObservedMedia>, { period = week, isCorrected = false } = {}) =>
  toDeltaReasons(media(change), period, { today, isCorrected });

describe('deltas of a post in a range', () => {
  it('are exact if the post’s whole life lies inside or outside the range', () => {
    expect(reasons({ observed_day: '2026-11-13', is_final: true })).toEqual([]);
    expect(reasons({ observed_day: '2026-11-12', product_type: 'STORY' })).toEqual([]);
    expect(reasons({ published_day: '2026-11-15' })).toEqual([]);
    const ended = { published_day: '2026-09-01', first_observed_day: '2026-09-01', is_final: true };
    expect(reasons({ ...ended, observed_day: '2026-11-07' })).toEqual([]);
  });

  it('include the evening before the range and miss its last evening if the post was alive', () => {
    expect(reasons({})).toEqual(['measured_nightly']);
    expect(reasons({ observed_day: '2026-11-14' })).toEqual(['measured_nightly']);
    expect(reasons({ observed_day: '2026-11-15', is_final: true })).toEqual(['measured_nightly']);
    expect(reasons({ published_day: '2026-09-01', first_observed_day: '2026-11-07' })).toEqual(['measured_nightly']);
    const ended = { published_day: '2026-09-01', first_observed_day: '2026-09-01', is_final: true };
    expect(reasons({ ...ended, observed_day: '2026-11-08' })).toEqual(['measured_nightly']);
  });

  it('may be too high or too low if the first sync was too late', () => {
    expect(reasons({ first_observed_day: '2026-11-15' })).toEqual(['before_first_sync', 'measured_nightly']);
    expect(reasons({ published_day: '2026-09-01', first_observed_day: '2026-11-08' })).toEqual([
      'before_first_sync',
      'measured_nightly',
    ]);
  });

  it('miss the last days if the last sync was earlier', () => {
    expect(reasons({ observed_day: '2026-11-13' })).toEqual(['days_missing', 'measured_nightly']);
  });

  it('are incomplete on the current day', () => {
    const sinceSunday = { from: '2026-11-15', to: today };
    expect(reasons({ published_day: '2026-11-16' }, { period: sinceSunday })).toEqual(['day_not_closed']);
    expect(reasons({}, { period: sinceSunday })).toEqual(['day_not_closed', 'measured_nightly']);
  });

  it('report metrics that Instagram refused or lowered', () => {
    expect(reasons({ is_refused: true, is_final: true, observed_day: '2026-11-13' }, { isCorrected: true })).toEqual([
      'instagram_hides_part',
      'revised_by_instagram',
    ]);
  });

  it('have an upper bound if a delta may include too much and a lower bound if it may miss something', () => {
    const of = (change: Partial<ObservedMedia>) => boundDelta(50, reasons(change), media(change), week);
    const ended = { observed_day: '2026-11-13', is_final: true };
    const older = { published_day: '2026-09-01', first_observed_day: '2026-09-01' };

    expect(of(ended)).toEqual({ lower: 50, upper: 50 });
    expect(of({})).toEqual({ lower: 50, upper: null });
    expect(of({ ...older, ...ended })).toEqual({ lower: null, upper: 50 });
    expect(of(older)).toEqual({ lower: null, upper: null });
    expect(of({ first_observed_day: '2026-11-15' })).toEqual({ lower: null, upper: null });
    expect(of({ ...older, ...ended, first_observed_day: '2026-11-10' })).toEqual({ lower: null, upper: null });
  });
});
