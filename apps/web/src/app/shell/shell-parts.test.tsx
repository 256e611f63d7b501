import type { Account } from '@tidemark/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { FiguresProvider } from '#web/features/periods/index.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { AccountChoice } from './account-choice.tsx';
import { AttentionBanner } from './attention-banner.tsx';
import { CorrectionBanner } from './correction-banner.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { StatusChip } from './status-chip.tsx';

const toAccount = (number: number, change: Partial<Account> = {}): Account => ({
  ...stubbedAccount,
  _id: String(number),
  accountName: `account${number}`,
  username: `account${number}`,
  metadata: { name: `Account ${number}`, followersCount: number * 10, followsCount: 1, mediaCount: 1 },
  earliestDate: '2025-01-01',
  lastSyncAt: new Date().toISOString(),
  ...change,
});
const many = Array.from({ length: 25 }, (_, index) => toAccount(index + 1));
const problem = { code: 'reconnect_required', message: 'The login has expired.', until: null } as const;

async function show(content: ReactNode, accounts: Account[]) {
  stubApi({ 'GET /account/list': { accounts } });
  const page = () => content;
  const frame = ({ children }: { children: ReactNode }) => (
    <AccountsProvider>
      <FiguresProvider>{children}</FiguresProvider>
    </AccountsProvider>
  );
  const { router } = await renderAt('/', { '/': page, '/profile': page, '/account/$id': page }, { frame });
  await screen.findAllByRole('button');
  return router;
}

const countShown = () => screen.getAllByRole('switch', { checked: true }).length;

afterEach(() => {
  vi.restoreAllMocks();
});

it('narrows 25 accounts to one by search, to the five largest, to none, and back to all', async () => {
  const router = await show(<AccountChoice toggles />, many);
  expect(countShown()).toBe(25);

  fireEvent.change(screen.getByRole('searchbox', { name: 'Search accounts' }), { target: { value: 'account 17' } });
  expect(screen.getAllByRole('row')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Show only Account 17' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ accounts: '17' }));

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
  expect(screen.getByText('No account matches “nobody”.')).toBeDefined();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });

  fireEvent.click(screen.getByRole('button', { name: 'Top 5 by followers' }));
  await waitFor(() =>
    expect(screen.getAllByRole('switch', { checked: true }).map(({ title }) => title)).toEqual(
      [21, 22, 23, 24, 25].map((number) => `Hide Account ${number}`),
    ),
  );

  fireEvent.click(screen.getByRole('button', { name: 'None' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ accounts: 'none' }));
  fireEvent.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(countShown()).toBe(25);
});

it('has one tab stop for all accounts, and moves between them with arrow keys', async () => {
  await show(<AccountChoice toggles />, many);
  const grid = screen.getByRole('grid', { name: 'Accounts' });
  const stops = () => [...grid.querySelectorAll<HTMLElement>('[data-roving]')].filter(({ tabIndex }) => tabIndex === 0);
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? grid, { key });
  expect(stops()).toHaveLength(1);

  act(() => stops()[0]?.focus());
  press('ArrowDown');
  press('ArrowRight');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show only Account 2' }));
  press('ArrowDown');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show only Account 3' }));
  press('ArrowRight');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Open Account 3' }));
  press('End');
  expect(document.activeElement?.textContent).toContain('Account 25');
  expect(stops()).toEqual([document.activeElement]);
});

it('offers neither search nor Top 5 for a few accounts', async () => {
  await show(<AccountChoice toggles />, many.slice(0, 3));

  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(within(screen.getByRole('toolbar', { name: 'Select accounts' })).getAllByRole('button')).toHaveLength(2);
});

it('lists accounts that need attention and since when, and links to the connection', async () => {
  const expired = { problem, lastSyncAt: '2026-11-19T12:00:00.000Z' };
  await show(
    <>
      <StatusChip />
      <AttentionBanner />
    </>,
    [toAccount(1, expired), toAccount(2, expired), toAccount(3)],
  );

  expect(screen.getByRole('button', { name: /2 accounts need attention/ })).toBeDefined();
  const banner = screen.getByRole('region', { name: 'Accounts that need attention' });
  expect(banner.textContent).toContain(
    'Tidemark lost access to Account 1 and Account 2. No new data since Nov 19, 2026.',
  );
  expect(within(banner).getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe('/profile');
});

it('explains once that earlier numbers moved to another day', async () => {
  localStorage.clear();
  const parts = (
    <>
      <StatusChip />
      <CorrectionBanner />
    </>
  );
  const correctedAt = '2026-11-27T08:00:00.000Z';
  await show(parts, [toAccount(1, { correctedAt }), toAccount(2)]);
  expect(screen.getByRole('note').textContent).toContain('Until Nov 27, 2026');

  fireEvent.click(screen.getByRole('button', { name: 'Hide this note' }));

  expect(screen.queryByRole('note')).toBeNull();
  cleanup();
  await show(parts, [toAccount(1, { correctedAt }), toAccount(2)]);
  expect(screen.queryByRole('note')).toBeNull();
  localStorage.clear();
});

it('says how old the data is while the browser is offline', async () => {
  await show(
    <>
      <StatusChip />
      <OfflineBanner />
    </>,
    [toAccount(1)],
  );
  expect(screen.getByRole('button', { name: /Synced just now/ })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('');

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));

  expect(screen.getByRole('button', { name: 'Offline' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('You are offline. Showing the last loaded data.');
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toMatch(/ Showing data from today at \d+:\d+ [AP]M\.$/),
  );
});
