import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FigurePair, toChange } from './change.ts';
import { type Figure, toExactFigure } from './exactness.ts';

const between = (lower: number | null, shown: number, upper: number | null): Figure => ({ shown, lower, upper });
const pair = (current: Figure, previous: Figure): FigurePair => ({ current, previous });

describe('change', () => {
  it('is final between exact values', () => {
    const own = pair(toExactFigure(15), toExactFigure(10));

    expect(toChange({ own, isToCome: true })).toEqual({
      previous: 10,
      change: 5,
      percentChange: 50,
      changeState: 'final',
      changeBounds: { lower: 50, upper: 50 },
    });
  });

  it('is estimated if the bounds agree on the direction', () => {
    const own = pair(between(120, 150, 180), toExactFigure(100));

    expect(toChange({ own })).toMatchObject({
      percentChange: 50,
      changeState: 'estimated',
      changeBounds: { lower: expect.closeTo(20), upper: expect.closeTo(80) },
    });
  });

  it('is uncertain if the bounds disagree on the direction', () => {
    const own = pair(between(90, 150, 180), toExactFigure(100));

    expect(toChange({ own })).toMatchObject({ percentChange: null, change: null, changeState: 'uncertain' });
  });

  it('is uncertain without any bounds', () => {
    const own = pair(between(null, 150, null), between(null, 100, null));

    expect(toChange({ own })).toMatchObject({
      changeState: 'uncertain',
      changeBounds: { lower: null, upper: null },
    });
  });

  it('never exceeds the bounds implied by the values', () => {
    const own = pair(between(100, 150, 200), between(100, 110, 120));
    const alike = pair(toExactFigure(150), between(50, 110, 500));

    expect(toChange({ own, alike }).changeBounds).toEqual({
      lower: expect.closeTo(-16.67, 1),
      upper: expect.closeTo(100),
    });
  });

  it('has no upper bound if the previous value may be zero', () => {
    expect(toChange({ own: pair(toExactFigure(5), between(0, 1, 4)) })).toMatchObject({
      changeState: 'estimated',
      changeBounds: { lower: expect.closeTo(25), upper: null },
    });
  });

  it('shown from bounds has the direction of every value within them', () => {
    const figure = fc
      .tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000))
      .map((values) => values.toSorted((one, other) => one - other) as [number, number, number]); // sorting keeps three
    fc.assert(
      fc.property(figure, figure, ([low, now, high], [lowBefore, before, highBefore]) => {
        const answer = toChange({ own: pair(between(low, now, high), between(lowBefore, before, highBefore)) });
        if (answer.change === null) return;
        const direction = Math.sign(answer.change);
        for (const [one, other] of [
          [low, highBefore],
          [high, lowBefore],
          [now, before],
        ] as const)
          expect(Math.sign(one - other)).toBe(direction);
      }),
    );
  });
});
