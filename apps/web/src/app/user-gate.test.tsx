import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { UserGate } from './user-gate.tsx';

function show(replies: StubbedApi['replies']) {
  const api = stubApi(replies);
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  render(
    <QueryClientProvider client={queries}>
      <UserGate>inside</UserGate>
      <Toaster />
    </QueryClientProvider>,
  );
  return api;
}

const loaded = { user: { name: 'Theo' }, accountRefs: [], product: {} };

afterEach(() => {
  vi.unstubAllGlobals();
});

it("shows 'Loading user data...' until the user is loaded", async () => {
  show({ 'POST /user/load': loaded, 'GET /account/list': { accounts: [] } });

  expect(screen.getByText('Loading user data...')).toBeDefined();
  expect(await screen.findByText('inside')).toBeDefined();
});

it('reports a user that cannot be loaded, and retries on request', async () => {
  const api = show({ 'POST /user/load': { refuse: 'user_disabled' }, 'GET /account/list': { accounts: [] } });
  expect(await screen.findAllByText('Unable to load user profile.')).not.toHaveLength(0);

  api.replies['POST /user/load'] = loaded;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('inside')).toBeDefined();
});

it('opens the app with a message when only the accounts could not be loaded', async () => {
  show({ 'POST /user/load': loaded, 'GET /account/list': 'offline' });

  expect(await screen.findByText('inside')).toBeDefined();
  expect(await screen.findByText('Unable to reach the product')).toBeDefined();
});
