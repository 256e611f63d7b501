import type { Fleet } from '@tidemark/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WorkCard } from './work-card.tsx';

type Work = Fleet['work'][number];

const at = '2026-11-18T10:00:00.000Z';
const minutesAgo = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString();
const calm: Work = {
  name: 'peers',
  label: 'Fetch peers',
  remedy: 'Run tidemark doctor graph.',
  pausedAt: null,
  isStarted: true,
  running: 0,
  backlog: { due: 0, oldestDueAt: null, retrying: 0 },
  succeededAt: minutesAgo(1),
  failedAt: null,
  error: null,
};
const failing: Work = {
  ...calm,
  name: 'mail',
  label: 'Send mail',
  remedy: 'Run tidemark doctor.',
  backlog: { due: 2, oldestDueAt: minutesAgo(5), retrying: 3 },
  failedAt: minutesAgo(0),
  error: 'The mail server is away',
};

function show(...work: Work[]) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      {/* the card reads nothing else */}
      <WorkCard fleet={{ at, work } as Fleet} />
    </QueryClientProvider>,
  );
}
const listed = (label: string) => within(screen.getByRole('region', { name: label }));

it('says first that nothing is stuck', () => {
  show(calm);

  screen.getByText('Nothing is stuck.');
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
});

it('names what fails with its cause and remedy, and offers to retry', () => {
  show(calm, failing);

  screen.getByText('1 of 2 needs attention.');
  const list = listed('Needs attention');
  list.getByText('Failing');
  list.getByText('2 due, the first for 5m; 3 wait for another attempt.');
  list.getByText(/The mail server is away$/);
  list.getByText('Run tidemark doctor.');
  list.getByRole('button', { name: 'Retry now: Send mail' });
  list.getByRole('button', { name: 'Pause: Send mail' });
});

it('offers to resume what is paused', () => {
  show({ ...calm, pausedAt: minutesAgo(3) });

  const list = listed('Needs attention');
  list.getByText('Paused');
  list.getByRole('button', { name: 'Resume: Fetch peers' });
});

it('says when rows wait that no process fetches', () => {
  show({ ...calm, isStarted: false, backlog: { due: 4, oldestDueAt: minutesAgo(60), retrying: 0 } });

  screen.getByText('No process does background work. Start one with tidemark work.');
  listed('Needs attention').getByText('No process does it. Start one with tidemark work.');
});

it('is no alarm while rows have been due for minutes only', () => {
  show({ ...calm, running: 1, backlog: { due: 4, oldestDueAt: minutesAgo(10), retrying: 0 } });

  screen.getByText('Nothing is stuck.');
});
