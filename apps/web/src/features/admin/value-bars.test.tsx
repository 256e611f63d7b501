import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toRoundTop, ValueBars } from './value-bars.tsx';

it('draws no bar for zero, and scales the other bars to a round axis', () => {
  const values = [0, 20_000, 40_000].map((value, index) => ({ key: String(index), value }));
  render(<ValueBars label="Calls" values={values} format={String} height={100} hasAxis />);

  const bars = [...screen.getByRole('figure').querySelectorAll<HTMLElement>('[title]')];
  expect(bars.map(({ style }) => style.height)).toEqual(['0%', '50%', '100%']);
  expect(['40000', '20000', '0'].map((tick) => screen.getByText(tick).tagName)).toEqual(['SPAN', 'SPAN', 'SPAN']);
});

it('ends its axis at a round number', () => {
  expect([0, 1, 3, 9, 53_360].map(toRoundTop)).toEqual([2, 2, 4, 10, 60_000]);
});
