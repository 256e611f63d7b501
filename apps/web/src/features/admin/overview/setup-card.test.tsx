import type { SetupProgress } from '@tidemark/contract';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { SetupCard } from './setup-card.tsx';

const finished: SetupProgress = {
  hasMetaApp: true,
  isConnected: true,
  accounts: 2,
  otherUsers: 1,
  sendsMail: true,
  backedUpAt: '2026-11-24T02:00:00.000Z',
};

async function show(progress: Partial<SetupProgress>) {
  const api = stubApi({ 'GET /admin/setup': { ...finished, ...progress } });
  await renderAt('/system', {
    '/system': () => (
      <>
        <h1>System overview</h1>
        <SetupCard />
      </>
    ),
  });
  return api;
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('lists what is left to do, with the place where it is done', async () => {
  await show({ accounts: 0, backedUpAt: null });

  expect(await screen.findByText('4 of 6 done')).toBeDefined();
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Link an account']);
  expect(screen.getByRole('link', { name: 'Link an account' }).getAttribute('href')).toBe('/account/add');
  expect(screen.getByText('BACKUP_DIR')).toBeDefined();
  expect(screen.getAllByText('(done)')).toHaveLength(4);
});

it('is not there once everything is done', async () => {
  const api = await show({});
  await vi.waitFor(() => expect(api.calls).toContain('GET /admin/setup'));

  await expect(screen.findByRole('heading', { name: 'Finish setting up' }, { timeout: 300 })).rejects.toThrow();
});

it('stays away once dismissed', async () => {
  await show({ sendsMail: false });
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('heading', { name: 'Finish setting up' })).toBeNull();

  await show({ sendsMail: false });

  expect(screen.queryByRole('heading', { name: 'Finish setting up' })).toBeNull();
});
