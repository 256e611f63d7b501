import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Scatter } from './scatter.tsx';
import { deviationScale, nearestSpot, shareAlong } from './scatter-scale.ts';

describe('axis around the mean', () => {
  it('extends to the largest deviation plus a tenth, rounded up', () => {
    expect(deviationScale([0, 10, 20])).toEqual({ mean: 10, reach: 11 });
    expect(deviationScale([1, 2, 9.5])).toEqual({ mean: 12.5 / 3, reach: 6 });
  });

  it('contains every value', () => {
    for (const values of [[5], [0, 0, 0], [-4, 3], [1e7, 1, 2], Array.from({ length: 50 }, (_, index) => index ** 3)]) {
      const scale = deviationScale(values);
      for (const value of values) {
        expect(shareAlong(scale, value)).toBeGreaterThanOrEqual(0);
        expect(shareAlong(scale, value)).toBeLessThanOrEqual(1);
      }
      expect(shareAlong(scale, scale.mean)).toBe(0.5);
    }
  });

  it('has a default extent without values', () => {
    expect(deviationScale([])).toEqual({ mean: 0, reach: 1 });
  });
});

it('finds the nearest point within a distance', () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];

  expect(nearestSpot(spots, { x: 7, y: 1 }, 20)).toBe(1);
  expect(nearestSpot(spots, { x: 60, y: 60 }, 20)).toBe(-1);
});

const points = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `p${index}`, x: index, y: index * 2, color: 'var(--n1)' }));
const draw = (count: number) =>
  render(
    <Scatter
      label="Posts"
      points={points(count)}
      xName="reach"
      yName="interactions"
      format={String}
      readout={(key) => `This is ${key}`}
    />,
  );

it('moves between points with the arrow keys, from left to right', () => {
  draw(3);
  const chart = screen.getByRole('figure', { name: /Posts: 3 points/ });

  fireEvent.keyDown(chart, { key: 'End' });
  expect(chart.textContent).toContain('This is p2');
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(chart.textContent).toContain('This is p1');
  fireEvent.keyDown(chart, { key: 'Escape' });
  expect(chart.textContent).not.toContain('This is');
});

it('draws thousands of points as one image', () => {
  const few = draw(2000);
  expect(few.container.querySelectorAll('circle')).toHaveLength(2000);
  few.unmount();

  const { container } = draw(2001);

  expect(container.querySelectorAll('circle')).toHaveLength(0);
  expect(container.querySelector('canvas')).toBeTruthy();
});
