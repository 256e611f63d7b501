import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { createSessionClient } from './session-client.ts';
import { SessionContext } from './session-context.ts';
import { SessionsCard } from './sessions-card.tsx';

const at = '2026-11-01T10:00:00.000Z';
const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const sessions = [
  { id: 'one', userAgent: linux, lastUsedAt: at, createdAt: at, isCurrent: true },
  { id: 'two', userAgent: phone, lastUsedAt: at, createdAt: at, isCurrent: false },
];

const page = {
  accessToken: 'token',
  userId: '00000000-0000-4000-8000-000000000001',
  expiresInSeconds: 900,
  renewInSeconds: 810,
  page: null,
};

async function show(replies: StubbedApi['replies'] = {}) {
  const api = stubApi({ 'POST /session/page': page, 'GET /user/sessions': { sessions }, ...replies });
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  const session = createSessionClient();
  await session.started;
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  render(
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <SessionsCard />
      </QueryClientProvider>
    </SessionContext>,
  );
  return { api, replace };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('lists browsers by name, and can sign out all but the current one', async () => {
  await show();

  expect(await screen.findByText('This browser')).toBeDefined();
  expect(screen.getByRole('heading', { name: /Chrome on Linux/ })).toBeDefined();
  expect(screen.getAllByRole('button', { name: /^Log out (?!on all)/ })).toHaveLength(1);
});

it('ends another session, and removes it from the list', async () => {
  const { api } = await show({ 'DELETE /user/sessions/two': { success: true } });
  const button = await screen.findByRole('button', { name: /^Log out Safari on/ });
  api.replies['GET /user/sessions'] = { sessions: sessions.slice(0, 1) };

  fireEvent.click(button);

  await waitFor(() => expect(screen.queryByRole('button', { name: /^Log out Safari on/ })).toBeNull());
  expect(api.calls).toContain('DELETE /user/sessions/two');
});

it('ends all sessions immediately', async () => {
  const { api, replace } = await show({ 'POST /session/end': { redirectTo: '/signed-out' } });

  fireEvent.click(await screen.findByRole('button', { name: 'Log out on all devices' }));

  await waitFor(() => expect(replace).toHaveBeenCalledWith('/signed-out'));
  expect(api.bodies[api.calls.indexOf('POST /session/end')]).toEqual({ everywhere: true });
});
