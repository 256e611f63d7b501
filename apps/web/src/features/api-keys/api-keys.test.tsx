import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfigContext } from '#web/platform/config.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { ApiKeysPanel } from './api-keys-panel.tsx';

const key = {
  id: 'one',
  name: 'Weekly sheet',
  hint: 'tmk_Ab12',
  scopes: ['analytics:read', 'posts:read'],
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-12-01T10:00:00.000Z',
  isExpired: false,
  lastUsedAt: null,
};

function show(replies: StubbedApi['replies'] = {}, { mcpOAuth = false } = {}) {
  const api = stubApi({ 'GET /user/api-keys': { keys: [key] }, ...replies });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  render(
    <QueryClientProvider client={queries}>
      <ConfigContext value={{ ...stubbedConfig, mcpOAuth }}>
        <ApiKeysPanel />
        <Toaster />
      </ConfigContext>
    </QueryClientProvider>,
  );
  return api;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('lists keys with their scopes, last use and expiry', async () => {
  show({
    'GET /user/api-keys': {
      keys: [key, { ...key, id: 'two', name: 'Old', isExpired: true, scopes: ['posts:read'] }],
    },
  });

  await screen.findByText('Weekly sheet');
  const [first, second] = screen.getAllByRole('listitem').map((item) => within(item));
  expect(first?.getByText('tmk_Ab12…')).toBeDefined();
  expect(first?.getByText(/Analytics, Posts/)).toBeDefined();
  expect(first?.getByText(/^Not used yet · expires .*2026/)).toBeDefined();
  expect(second?.getByText('Expired')).toBeDefined();
});

it.each([
  [true, /sign in when it asks you to\. A key as a bearer token works too\.$/],
  [false, /with the key as a bearer token\.$/],
])('says how assistants connect, with OAuth: %s', async (mcpOAuth, note) => {
  show({}, { mcpOAuth });

  expect(await screen.findByText(note)).toBeDefined();
});

it('explains keys while the list is empty', async () => {
  show({ 'GET /user/api-keys': { keys: [] } });

  expect(await screen.findByText('No API keys yet')).toBeDefined();
});

it('explains why keys failed to load, and retries', async () => {
  const api = show({ 'GET /user/api-keys': { refuse: 'database_unavailable' } });
  expect(await screen.findByText('The database is not responding. Try again in a moment.')).toBeDefined();
  api.replies['GET /user/api-keys'] = { keys: [key] };

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('Weekly sheet')).toBeDefined();
});

it('creates a key with the chosen scopes and expiry, and shows it once', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const api = show({ 'POST /user/api-keys': { key: 'tmk_secret', apiKey: key } });
  fireEvent.click(await screen.findByRole('button', { name: 'Create key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create an API key' }));

  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Weekly sheet' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Analytics/ }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Never' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Create key' }));

  expect(await screen.findByDisplayValue('tmk_secret')).toBeDefined();
  expect(api.bodies[api.calls.indexOf('POST /user/api-keys')]).toEqual({
    name: 'Weekly sheet',
    scopes: ['posts:read'],
    expiresInDays: null,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Copy key' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('tmk_secret'));
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue('tmk_secret')).toBeNull());
});

it('requires a scope to create a key', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Create key' }));
  const dialog = within(await screen.findByRole('dialog'));

  for (const choice of dialog.getAllByRole('checkbox')) fireEvent.click(choice);

  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Create key' }).disabled).toBe(true);
});

it('shows in the dialog why creating a key failed', async () => {
  show({ 'POST /user/api-keys': { refuse: 'key_limit_reached' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Create key' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'One more' } });

  fireEvent.click(dialog.getByRole('button', { name: 'Create key' }));

  expect((await dialog.findByRole('alert')).textContent).toContain('limit of API keys');
});

it('revokes a key after confirmation', async () => {
  const api = show({ 'DELETE /user/api-keys/one': { success: true } });
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke Weekly sheet' }));
  expect(api.calls).not.toContain('DELETE /user/api-keys/one');
  api.replies['GET /user/api-keys'] = { keys: [] };

  fireEvent.click(screen.getByRole('button', { name: 'Revoke key' }));

  expect(await screen.findByText('No API keys yet')).toBeDefined();
  expect(api.calls).toContain('DELETE /user/api-keys/one');
});

it('shows the URLs for programs and assistants', async () => {
  show();

  expect(screen.getByText(`${window.location.origin}/mcp`)).toBeDefined();
  expect(screen.getByText(/^curl -H/).textContent).toContain('/api/v1/account/list');
});
