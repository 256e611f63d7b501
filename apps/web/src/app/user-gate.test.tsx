import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider, useAccounts } from '#web/features/accounts/index.ts';
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

it('reports that the user failed to load, and retries on request', async () => {
  const api = show({ 'POST /user/load': { refuse: 'user_disabled' }, 'GET /account/list': { accounts: [] } });
  expect(await screen.findAllByText('Unable to load user profile.')).not.toHaveLength(0);

  api.replies['POST /user/load'] = loaded;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('inside')).toBeDefined();
});

it('asks users without a required second factor to set one up, then opens the app', async () => {
  const started = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Tidemark:theo?secret=JBSW' };
  const api = show({
    'POST /user/load': loaded,
    'GET /account/list': { refuse: 'second_factor_required' },
    'POST /user/credentials/codes/options': started,
    'POST /user/credentials/codes': { recoveryCodes: ['abcd-efgh'] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Connect an app' }));
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
  fireEvent.change(screen.getByLabelText('Current password'), { target: { value: 'four quiet herons wade' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm code' }));
  api.replies['GET /account/list'] = { accounts: [] };

  fireEvent.click(await screen.findByRole('button', { name: 'I have saved them' }));

  expect(await screen.findByText('inside')).toBeDefined();
  expect(screen.queryByText('Unable to reach the product')).toBeNull();
});

it('opens the app with a message when only the accounts failed to load', async () => {
  show({ 'POST /user/load': loaded, 'GET /account/list': 'offline' });

  expect(await screen.findByText('inside')).toBeDefined();
  expect(await screen.findByText('Unable to reach the product')).toBeDefined();
});

it('stays open while failed accounts are refetched, and refetches them once', async () => {
  const api = stubApi({ 'POST /user/load': loaded, 'GET /account/list': 'offline' });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  const page = render(
    <QueryClientProvider client={queries}>
      <UserGate>
        <AccountsProvider>
          <Retry />
        </AccountsProvider>
      </UserGate>
      <Toaster />
    </QueryClientProvider>,
  );
  const asked = () => api.calls.filter((name) => name === 'GET /account/list').length;
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  await waitFor(() => expect(asked()).toBe(2));
  await waitFor(() => expect(queries.isFetching()).toBe(0));

  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(asked()).toBe(2);
  page.unmount();
});

function Retry() {
  const { refetch } = useAccounts();
  return (
    <button type="button" onClick={() => void refetch()}>
      Try again
    </button>
  );
}
