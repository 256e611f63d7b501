import { describe, expect, inject, it } from 'vitest';
import { ask } from './ask.ts';
import { environment } from './people.ts';

const { origin } = inject('program');
const ours = { origin, 'x-tidemark-session': '1' };

describe('115: session calls', () => {
  it.each(['POST /session/page', 'POST /session/token', 'POST /session/end'])(
    '%s requires one of our pages',
    async (call) => {
      for (const headers of [
        {},
        { origin },
        { 'x-tidemark-session': '1' },
        { ...ours, origin: 'https://evil.example' },
        { ...ours, origin: `${origin}.evil.example` },
        { ...ours, 'sec-fetch-site': 'cross-site' },
      ])
        expect(await ask({ ask: call, json: {}, headers })).toMatchObject({ status: 403, code: 'cross_site_request' });
    },
  );

  it('give no token for made-up cookies, whatever they contain', async () => {
    const name = `tidemark_session_${new URL(origin).port}`;
    for (const value of ['', 'x', 'a'.repeat(43), 'a'.repeat(3_000), '%00', "'%20or%201=1--", '../..']) {
      const answer = await ask({
        ask: 'POST /session/token',
        json: {},
        headers: { ...ours, cookie: `${name}=${value}` },
      });
      expect(answer.status).toBe(401);
    }
  });

  it('accept neither a bearer token nor a form in place of the cookie', async () => {
    expect((await ask({ as: 'maya', ask: 'POST /session/token', json: {}, headers: ours })).status).toBe(401);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await ask({ ask: 'POST /session/end', body: 'everywhere=true', headers: form })).status).toBe(415);
  });
});

describe('117: the return path of a sign-in', () => {
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/%0d%0aSet-Cookie:x=1\r\n',
    '/\t/evil.example',
    'profile',
    '',
    `/${'a'.repeat(2_000)}`,
  ])('cannot be %j', async (returnTo) => {
    const answer = await ask({ ask: `GET /session/sign-in?${new URLSearchParams({ returnTo }).toString()}` });

    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  });

  it('113: leads only to the provider, with a new state, nonce and challenge each time', async () => {
    const issuer = (await environment())['OIDC_ISSUER'] ?? '-';
    const addresses = await Promise.all(
      [1, 2].map(async () => new URL((await ask({ ask: 'GET /session/sign-in' })).headers.get('location') ?? '')),
    );

    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [first, second] = addresses.map(({ searchParams }) => searchParams.get(name) ?? '');
      expect(first?.length).toBeGreaterThanOrEqual(43);
      expect(first).not.toBe(second);
    }
    for (const { href } of addresses) expect(href.startsWith(`${issuer}/`)).toBe(true);
  });

  it('113: a callback without a sign-in of this browser leads to the profile route without a session', async () => {
    for (const query of [
      'state=x&code=y',
      'code=y',
      'error=access_denied',
      `state=${'s'.repeat(43)}&code=y`,
      'state=a&state=b',
    ]) {
      const answer = await ask({ ask: `GET /session/callback?${query}` });

      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('/profile?signIn=failed');
      expect(answer.headers.getSetCookie().join()).not.toMatch(/tidemark_session/);
    }
  });
});
