import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { compareClocks, serverNow } from '#web/platform/server-clock.ts';
import { timeSince } from '#web/features/accounts/index.ts';
import ClockNotice from './clock-notice.tsx';
import { describeStatus } from './status.ts';

const server = new Date('2026-11-26T12:00:00Z');
const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
  compareClocks(null);
});

function setClock(ahead: number) {
  vi.useFakeTimers({ now: server.getTime() + ahead });
  compareClocks(server.toUTCString());
}

it.each([
  [10 * minute, 'Your computer’s clock is 10 minutes ahead.'],
  [-2 * 1440 * minute, 'Your computer’s clock is 2 days behind.'],
  [365 * 1440 * minute, 'Your computer’s clock is 365 days ahead.'],
])('reports and corrects a clock that is off by %i ms', (ahead, text) => {
  setClock(ahead);
  render(<ClockNotice />);

  expect(screen.getByRole('region', { name: 'This computer’s clock' }).textContent).toContain(text);
  expect(serverNow()).toEqual(server);
});

it.each([0, 4 * minute, -4 * minute])('ignores a difference of %i ms', (ahead) => {
  setClock(ahead);
  const { container } = render(<ClockNotice />);

  expect(container.textContent).toBe('');
});

it.each([0, 4 * minute, -4 * minute, -364 * 1440 * minute, 364 * 1440 * minute])(
  'never shows a sync in the future with a clock that is off by %i ms',
  (ahead) => {
    setClock(ahead);

    const { text } = describeStatus({ state: 'synced', at: server.toISOString() }, serverNow().getTime());

    expect(text).toMatch(/^Synced (just now|\d minutes ago)$/);
    expect(timeSince(server.toISOString(), Date.now() - minute)).not.toContain('in ');
  },
);
