import type { ShareLink } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import ShareLinksPanel from './share-links-panel.tsx';

const link: ShareLink = {
  id: 'one',
  choice: {
    title: 'Autumn campaign',
    accountIds: [],
    range: { kind: 'last-days', days: 28 },
    comparison: 'none',
    timeZone: 'UTC',
    sections: [{ kind: 'metrics', comment: '' }],
  },
  isFrozen: false,
  state: 'active',
  url: 'https://tidemark.test/share/secret',
  hasPasscode: true,
  mayBeEmbedded: false,
  titleInPreviews: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-12-01T10:00:00.000Z',
  views: 2,
  lastViewedOn: '2026-11-20',
};

function show(links: ShareLink[], replies: StubbedApi['replies'] = {}) {
  const api = stubApi({ 'GET /user/shares': { links }, 'GET /account/list': { accounts: [] }, ...replies });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AccountsProvider>
        <ShareLinksPanel />
      </AccountsProvider>
    </QueryClientProvider>,
  );
  return api;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('lists links with their days, views and expiry, and copies them', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  show([link, { ...link, id: 'two', state: 'revoked', url: null, views: 0, lastViewedOn: null }]);

  await screen.findAllByText('Autumn campaign');
  const [first, second] = screen.getAllByRole('listitem').map((item) => within(item));
  expect(first?.getByText(/last 28 days/)).toBeDefined();
  expect(first?.getByText(/^2 views, last on .* · expires Dec/)).toBeDefined();
  expect(second?.getByText('Revoked')).toBeDefined();
  expect(second?.queryByRole('button', { name: /Copy/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Copy the link Autumn campaign' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(link.url));
});

it('revokes a link after confirmation', async () => {
  const api = show([link], { 'POST /user/shares/one/revoke': { ...link, state: 'revoked', url: null } });
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke Autumn campaign' }));
  expect(api.calls).not.toContain('POST /user/shares/one/revoke');

  fireEvent.click(screen.getByRole('button', { name: 'Revoke link' }));

  await waitFor(() => expect(api.calls).toContain('POST /user/shares/one/revoke'));
});

it('updates only changed fields, and removes a passcode on request', async () => {
  const api = show([link], { 'PATCH /user/shares/one': link });
  fireEvent.click(await screen.findByRole('button', { name: 'Change Autumn campaign' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change this link' }));

  fireEvent.change(dialog.getByLabelText('Expires'), { target: { value: 'never' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Remove the passcode/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(api.calls).toContain('PATCH /user/shares/one'));
  expect(api.bodies[api.calls.indexOf('PATCH /user/shares/one')]).toEqual({
    title: 'Autumn campaign',
    mayBeEmbedded: false,
    titleInPreviews: false,
    expiresInDays: null,
    passcode: null,
  });
});

it('offers the title in previews only without a passcode', async () => {
  const api = show([link], { 'PATCH /user/shares/one': link });
  fireEvent.click(await screen.findByRole('button', { name: 'Change Autumn campaign' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change this link' }));
  const choice = () => dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Show the title in previews/ });
  expect(choice().disabled).toBe(true);

  fireEvent.click(dialog.getByRole('checkbox', { name: /^Remove the passcode/ }));
  fireEvent.click(choice());
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(api.calls).toContain('PATCH /user/shares/one'));
  expect(api.bodies[api.calls.indexOf('PATCH /user/shares/one')]).toMatchObject({ titleInPreviews: true });
});

it('explains sharing while the list is empty', async () => {
  show([]);

  expect(await screen.findByText('No share links yet')).toBeDefined();
});
