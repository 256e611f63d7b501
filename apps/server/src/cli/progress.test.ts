import { estimateRemaining, remainingText } from '@tidemark/presentation';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printProgress } from './progress.ts';

const running = fc
  .record({
    total: fc.integer({ min: 2, max: 1e9 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    elapsedMillis: fc.integer({ min: 1_000, max: 1e9 }),
  })
  .map(({ total, share, elapsedMillis }) => ({
    total,
    elapsedMillis,
    done: Math.min(total - 1, Math.max(1, Math.floor(total * share))),
  }));

describe('the remaining time', () => {
  it('is estimated from a constant rate', () => {
    fc.assert(
      fc.property(running, ({ done, total, elapsedMillis }) => {
        const remaining = estimateRemaining({ done, total, elapsedMillis }) ?? Number.NaN;

        const whole = (elapsedMillis / done) * total;
        expect(Math.abs(elapsedMillis + remaining - whole)).toBeLessThanOrEqual(whole * 1e-9);
      }),
    );
  });

  it('shrinks with every completed unit, and never falls below zero', () => {
    fc.assert(
      fc.property(running, ({ done, total, elapsedMillis }) => {
        const before = estimateRemaining({ done, total, elapsedMillis }) ?? Number.NaN;
        const after = estimateRemaining({ done: done + 1, total, elapsedMillis }) ?? Number.NaN;

        expect(after).toBeLessThan(before);
        expect(after).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is unknown before the first unit and in the first second, and zero at the end', () => {
    expect(estimateRemaining({ done: 0, total: 9, elapsedMillis: 60_000 })).toBeNull();
    expect(estimateRemaining({ done: 3, total: 9, elapsedMillis: 999 })).toBeNull();
    expect(estimateRemaining({ done: 9, total: 9, elapsedMillis: 5 })).toBe(0);
    expect(estimateRemaining({ done: 0, total: 0, elapsedMillis: 5 })).toBe(0);
  });

  it('is shown in one unit, without false precision', () => {
    const said = [1, 59_000, 60_000, 170_000, 89 * 60_000, 91 * 60_000].map(remainingText);

    expect(said).toEqual([
      'less than a minute left',
      'less than a minute left',
      'about 1 min left',
      'about 3 min left',
      'about 89 min left',
      'about 2 h left',
    ]);
  });
});

describe("a command's progress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(isTTY: boolean) {
    const written: string[] = [];
    return { progress: printProgress('Restoring', { isTTY, write: (text) => written.push(text) }), written };
  }

  it('replaces a line on a terminal, and leaves no line behind', () => {
    const { progress, written } = start(true);

    vi.advanceTimersByTime(400);
    progress.report(2, 10);
    vi.advanceTimersByTime(400);
    progress.report(5, 10);
    vi.advanceTimersByTime(400);
    progress.end();
    vi.advanceTimersByTime(60_000);

    expect(written).toEqual([
      '\rRestoring…\u001b[K',
      '\rRestoring: 20 %\u001b[K',
      '\rRestoring: 50 %, less than a minute left\u001b[K',
      '\r\u001b[K',
    ]);
  });

  it('writes a line every ten seconds to a log, and none for quick work', () => {
    const { progress, written } = start(false);

    progress.report(1, 100);
    vi.advanceTimersByTime(9_999);
    progress.report(2, 100);
    vi.advanceTimersByTime(10_001);
    progress.end();
    start(false).progress.end();

    expect(written).toEqual(['Restoring: 2 %, about 8 min left\n', 'Restoring: 2 %, about 16 min left\n']);
  });
});
