import type { Backups, ScheduledBackup } from '@tidemark/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { adminKeys } from '../admin-keys.ts';
import { BackupsCard } from './backups-card.tsx';

const at = '2026-11-18T10:00:00.000Z';
const hoursAgo = (hours: number) => new Date(Date.parse(at) - hours * 3_600_000).toISOString();
const good: ScheduledBackup = {
  file: 'tidemark-scheduled-2026-11-18T02-30-00Z.tar',
  finishedAt: hoursAgo(7),
  bytes: 12_300_000,
  trial: 'passed',
  problem: null,
};
const calm: Backups = {
  at,
  schedule: { folder: '/backups', keep: 14, nextAt: hoursAgo(-16), isRunning: false },
  failure: null,
  kept: [good],
  backedUpAt: good.finishedAt,
};

function show(changes: Partial<Backups> = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, refetchInterval: false } } });
  queries.setQueryData(adminKeys.backups, { ...calm, ...changes });
  render(
    <QueryClientProvider client={queries}>
      <BackupsCard />
    </QueryClientProvider>,
  );
}
const warning = () => screen.getByRole('note').textContent;

it('says that the installation is covered, by which backup, and what comes next', () => {
  show();

  screen.getByText('Covered');
  screen.getByText(/, 12\.3 MB$/);
  screen.getByText('Yes, it works');
  screen.getByText('1 of up to 14 in', { exact: false });
  screen.getByRole('button', { name: 'Back up now' });
  within(screen.getByRole('list', { name: 'Backups that are kept' })).getByText(good.file);
  expect(screen.queryByRole('note')).toBeNull();
});

it('names the variable while none is scheduled, and offers nothing that cannot work', () => {
  show({ schedule: null, kept: [], backedUpAt: null });

  screen.getByText('Not scheduled');
  expect(warning()).toBe(
    'No backups are scheduled, and there is none from the last month. Set BACKUP_DIR to a folder on another disk and restart Tidemark.',
  );
  expect(screen.queryByRole('button')).toBeNull();
});

it.each<[string, Partial<Backups>, RegExp]>([
  ['a failure', { failure: { at, message: 'The disk of BACKUP_DIR (/backups) is full.' } }, /failed\. The disk/],
  ['an old backup', { kept: [{ ...good, finishedAt: hoursAgo(49) }] }, /older than two days/],
  [
    'a failed restore',
    {
      kept: [
        { ...good, trial: 'failed', problem: 'The audit log is not intact.' },
        { ...good, file: 'older.tar' },
      ],
    },
    /do not rely on it: The audit log is not intact\.$/,
  ],
  ['no good backup', { kept: [{ ...good, trial: 'failed', problem: 'Rows are missing.' }] }, /There is no good backup/],
  [
    'an untried restore',
    { kept: [{ ...good, trial: 'untried', problem: 'No space left on device' }] },
    /No space left on device Verify it on another machine/,
  ],
])('warns about %s', (_, changes, sentence) => {
  show(changes);

  screen.getByText('Needs attention');
  expect(warning()).toMatch(sentence);
});

it('does not call a first backup that is due a problem', () => {
  show({ kept: [], backedUpAt: null, schedule: { folder: '/backups', keep: 14, nextAt: at, isRunning: false } });

  screen.getByText('First backup is due');
  screen.getByText('Due now');
});

it('shows that a backup is being made', () => {
  show({ schedule: { folder: '/backups', keep: 14, nextAt: at, isRunning: true } });

  screen.getByText('Being made now');
  expect(screen.getByRole('button').textContent).toBe('Backing up…');
});
