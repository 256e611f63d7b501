import { afterEach, expect, it, vi } from 'vitest';
import { createSessionClient } from './session-client.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [404, '/api/v1/session/page answered with status 404, not with JSON'],
  [200, '/api/v1/session/page answered with status 200, not with JSON'],
  [502, 'The server is not responding. Try again in a moment.'],
])('says that a proxy answered the sign-in with status %i instead of Tidemark', async (status, message) => {
  vi.stubGlobal('fetch', async (address: string) =>
    Object.defineProperty(new Response('Not Found', { status }), 'url', { value: address }),
  );

  const session = createSessionClient();
  await session.started;

  expect(session.state()).toEqual({ is: 'failed', message });
});
