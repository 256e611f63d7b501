import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Scatter } from './scatter.tsx';
import { deviationScale, nearestSpot, shareAlong } from './scatter-scale.ts';

describe('an axis around the mean', () => {
  it('reaches the largest deviation and a tenth more, rounded up', () => {
    expect(deviationScale([0, 10, 20])).toEqual({ mean: 10, reach: 11 });
    expect(deviationScale([1, 2, 9.5])).toEqual({ mean: 12.5 / 3, reach: 6 });
  });

  it('keeps every value inside, whatever the values', () => {
    for (const values of [[5], [0, 0, 0], [-4, 3], [1e7, 1, 2], Array.from({ length: 50 }, (_, index) => index ** 3)]) {
      const scale = deviationScale(values);
      for (const value of values) {
        expect(shareAlong(scale, value)).toBeGreaterThanOrEqual(0);
        expect(shareAlong(scale, value)).toBeLessThanOrEqual(1);
      }
      expect(shareAlong(scale, scale.mean)).toBe(0.5);
    }
  });

  it('exists without values', () => {
    expect(deviationScale([])).toEqual({ mean: 0, reach: 1 });
  });
});

it('finds the nearest of the points that are near', () => {
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

it('goes from point to point by the arrow keys, from left to right', () => {
  draw(3);
  const chart = screen.getByRole('figure', { name: /Posts: 3 points/ });

  fireEvent.keyDown(chart, { key: 'End' });
  expect(chart.textContent).toContain('This is p2');
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(chart.textContent).toContain('This is p1');
  fireEvent.keyDown(chart, { key: 'Escape' });
  expect(chart.textContent).not.toContain('This is');
});

it('draws thousands of points as one picture', () => {
  const few = draw(2000);
  expect(few.container.querySelectorAll('circle')).toHaveLength(2000);
  few.unmount();

  const { container } = draw(2001);

  expect(container.querySelectorAll('circle')).toHaveLength(0);
  expect(container.querySelector('canvas')).toBeTruthy();
});
