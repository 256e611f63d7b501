import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { MemberMailCard } from './member-mail-card.tsx';

const none = { address: 'theo@sandbox.test', isConfirmed: false, subscriptions: [], offered: ['digest', 'alert'] };

async function show(replies: StubbedApi['replies'] = {}) {
  const api = stubApi({ 'GET /workspace/mail': none, ...replies });
  await renderAt('/profile', { '/profile': () => <MemberMailCard workspace="Harbour" /> });
  return api;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('saves each choice at once', async () => {
  const { bodies } = await show({ 'PUT /workspace/mail': { ...none, isConfirmed: true, subscriptions: ['alert'] } });

  fireEvent.click(await screen.findByRole('checkbox', { name: 'Alerts' }));

  await vi.waitFor(() => expect(bodies).toContainEqual({ subscriptions: ['alert'] }));
  expect(screen.getByRole('checkbox', { name: 'Alerts' })).toHaveProperty('checked', true);
  expect(screen.queryByText(/Nothing arrives/)).toBeNull();
});

it('says what is missing until the address is confirmed', async () => {
  await show({ 'GET /workspace/mail': { ...none, subscriptions: ['digest'] } });

  expect(await screen.findByText(/Nothing arrives until you open the link/)).toBeDefined();
});

it('offers only what the role may receive', async () => {
  await show({ 'GET /workspace/mail': { ...none, offered: ['digest'] } });

  await screen.findByRole('checkbox', { name: 'Digests' });
  expect(screen.queryByRole('checkbox', { name: 'Alerts' })).toBeNull();
});
