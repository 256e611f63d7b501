import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlanLine } from './plan-line.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts down the seconds to the end of access', () => {
  const product = { name: 'Pro', cancelAt: '2026-11-21T10:00:02Z', currentPeriodEnd: '2026-12-03T12:00:00Z' };
  render(<PlanLine status="active" product={product} />);
  expect(screen.getByText('2s')).toBeDefined();

  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.getByText('1s')).toBeDefined();

  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.getByText('0s')).toBeDefined();
});

it('shows when the plan renews', () => {
  render(
    <PlanLine status="active" product={{ name: 'Pro', cancelAt: null, currentPeriodEnd: '2026-12-03T12:00:00Z' }} />,
  );

  expect(screen.getByText('auto renews on Dec 03, 2026').parentElement?.textContent).toBe(
    'Your Pro plan auto renews on Dec 03, 2026',
  );
});

it('is empty for free plans', () => {
  const { container } = render(
    <PlanLine status="free" product={{ name: 'Free', cancelAt: null, currentPeriodEnd: null }} />,
  );

  expect(container.textContent).toBe('');
});
