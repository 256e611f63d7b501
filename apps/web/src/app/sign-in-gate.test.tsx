import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createSessionClient, SessionContext } from '#web/features/auth/index.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { accessToken, leaveSession } from '#web/platform/session/session.ts';
import { SignInGate } from './sign-in-gate.tsx';

const token = {
  accessToken: 'token',
  userId: '00000000-0000-4000-8000-000000000001',
  expiresInSeconds: 900,
  renewInSeconds: 810,
  page: null,
};
type Reply = () => Response | Promise<Response>;
const refused = () =>
  Response.json(
    {
      success: false,
      message: 'Sign in to continue.',
      error: { code: 'unauthenticated', message: 'x', requestId: 'r' },
    },
    { status: 401 },
  );

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.sessionStorage.clear();
  window.history.replaceState({}, '', '/');
});

/** Opens the gate as a page at this address; the network is replaced. */
function open(
  address: string,
  { token: onToken = () => Response.json(token), end }: { token?: Reply; end?: Reply } = {},
) {
  window.history.replaceState({}, '', address);
  const gone: string[] = [];
  const sent: RequestInit[] = [];
  vi.spyOn(window.location, 'replace').mockImplementation((to) => void gone.push(String(to)));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push(init);
    return path.endsWith('/session/page') ? onToken() : (end ?? (() => Response.json({ redirectTo: '/end' })))();
  });
  const session = createSessionClient();
  render(
    <SessionContext value={session}>
      <QueryClientProvider client={createQueryClient()}>
        <SignInGate>inside</SignInGate>
      </QueryClientProvider>
    </SessionContext>,
  );
  return { gone, sent };
}

it("opens with the session's token, which calls then use", async () => {
  const { sent } = open('/');

  await screen.findByText('inside');

  expect(accessToken()).toBe('token');
  expect(new Headers(sent[0]?.headers).get('x-tidemark-session')).toBe('1');
});

it('uses the response requested before the app loaded, without another request', async () => {
  const page = { user: { name: 'Maya' }, accounts: [] };
  window.tidemarkPage = Promise.resolve(Response.json({ ...token, page }));
  const onPage = vi.fn<(page: unknown) => void>();
  const fetching = vi.fn<() => void>();
  vi.stubGlobal('fetch', fetching);

  const session = createSessionClient({ onPage });
  await session.started;

  expect(session.state()).toEqual({ is: 'signed-in' });
  expect(onPage).toHaveBeenCalledExactlyOnceWith(page);
  expect(fetching).not.toHaveBeenCalled();
  expect(window.tidemarkPage).toBeUndefined();
});

it('redirects to the sign-in without a session, and returns to the same page', async () => {
  const { gone } = open('/account/17?from=2026-01-01', { token: refused });

  await waitFor(() => expect(gone).toEqual(['/api/v1/session/sign-in?returnTo=%2Faccount%2F17%3Ffrom%3D2026-01-01']));
  expect(screen.getByText('Signing you in…')).toBeDefined();
});

it('stops after repeated failed sign-ins', async () => {
  window.sessionStorage.setItem('tidemark-sign-ins', [1, 2, 3].map((ago) => Date.now() - ago).join());
  const { gone } = open('/', { token: refused });

  await screen.findByText('Sign-in failed');

  expect(gone).toEqual([]);
});

it('shows why the sign-in failed on the profile route, and starts over on request', async () => {
  document.cookie = `tidemark_sign_in_failure_3000=${encodeURIComponent('The provider said no.')}; Path=/`;
  const { gone } = open('/profile?signIn=failed');

  await screen.findByText('The provider said no.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(window.location.href).toMatch(/\/profile$/);
  expect(document.cookie).not.toContain('tidemark_sign_in_failure');
  expect(gone).toEqual(['/api/v1/session/sign-in?returnTo=%2Fprofile']);
});

it('keeps the user signed in while the server does not respond', async () => {
  const { gone } = open('/', { token: () => Promise.reject(new TypeError('Failed to fetch')) });

  await screen.findByText('Sign-in failed');

  expect(gone).toEqual([]);
});

it('signs out a deleted user, and does not sign them in again', async () => {
  const { gone } = open('/');
  await screen.findByText('inside');

  leaveSession();

  expect(await screen.findByText('Signing you out…')).toBeDefined();
  await waitFor(() => expect(gone).toEqual(['/end']));
});

it('signs out all tabs when one logs out', async () => {
  open('/');
  await screen.findByText('inside');

  new BroadcastChannel('tidemark-session').postMessage('signed-out');

  expect(await screen.findByText('You logged out in another tab.')).toBeDefined();
  expect(screen.queryByText('inside')).toBeNull();
});

it('keeps a session opened after another tab logged out', async () => {
  const { sent, gone } = open('/');
  await screen.findByText('inside');
  new BroadcastChannel('tidemark-session').postMessage('signed-out');
  await screen.findByText('You logged out in another tab.');
  const before = sent.length;

  leaveSession();
  // Nothing happens that could be awaited; a log-out would have sent its call by then.
  await new Promise((done) => setTimeout(done));

  expect(sent).toHaveLength(before);
  expect(gone).toEqual([]);
});

it('reports a failed logout', async () => {
  const { gone } = open('/logout', { end: () => Promise.reject(new TypeError('Failed to fetch')) });

  expect(await screen.findByText('You are still signed in')).toBeDefined();
  expect(gone).toEqual([]);
});
