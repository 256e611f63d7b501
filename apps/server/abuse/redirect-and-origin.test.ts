import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { ask } from './ask.ts';
import { lever, getToken } from './people.ts';

const { api, origin } = inject('program');
/** Sends a GET with the path and headers exactly as given. */
const sendRaw = (path: string, headers: OutgoingHttpHeaders) =>
  new Promise<IncomingMessage>((done, failed) => {
    const { hostname, port } = new URL(origin);
    request({ hostname, port, path, headers }, (answer) => done(answer.resume()))
      .once('error', failed)
      .end();
  });
const open = (returnUrl: string) =>
  ask({ as: 'maya', ask: `GET /subscription/portal?returnUrl=${encodeURIComponent(returnUrl)}` });

describe('71: the return URL of the payment portal', () => {
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'https:evil.example',
    'http:evil.example',
    `${origin}@evil.example`,
    `http://user:secret@${new URL(origin).host}/`,
    `http://${new URL(origin).hostname}.evil.example`,
    `http://${new URL(origin).hostname}:444`,
    `https://${new URL(origin).host}`,
    'javascript:alert(1)',
    'data:text/html,x',
    '/profile\r\nX: 1',
    '/\t/evil.example',
    ' /profile',
    'profile',
    '',
  ])('rejects %j without calling the provider', async (returnUrl) => {
    await lever('DELETE', 'payments/ledger');

    const answer = await open(returnUrl);

    expect(answer.status).toBe(400);
    expect(JSON.stringify(await lever('GET', 'payments/ledger'))).not.toContain('billing_portal');
  });

  it.each(['/subscription?x=1', `${origin}/subscription`])('accepts %s', async (returnUrl) => {
    const answer = await open(returnUrl);

    expect(answer.status).toBe(200);
    expect(new URL(z.object({ url: z.string() }).parse(answer.json).url).origin).toBe(inject('program').sandbox);
  });
});

describe('79: another origin', () => {
  it.each(['https://evil.example', 'null', `${origin}.evil.example`])('gets no CORS access: %s', async (from) => {
    const answers = [
      await ask({ as: 'maya', ask: 'GET /account/list', headers: { origin: from } }),
      await ask({ ask: 'GET /health', headers: { origin: from } }),
    ];
    const preflight = await fetch(`${api}/account/list`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });

    for (const { headers } of [...answers, preflight]) expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.ok).toBe(false);
  });

  it('80: changes nothing with a form', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'plan=pro&name=x' };

    expect((await ask({ ask: 'POST /subscription/checkout', ...form })).status).toBe(401);
    expect((await ask({ ask: 'PATCH /user/profile', ...form })).status).toBe(401);
  });

  it.each(['/', '/profile', '/login', '/system', '/no-such-page'])('80: cannot frame %s', async (page) => {
    const answer = await fetch(origin + page);

    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('102: every response', () => {
  it.each([
    '/',
    '/api/v1/health',
    '/api/v1/account/list',
    '/api/v1/nothing',
    '/api/v1/%ff',
    '/nothing.js',
    '/icon.svg',
  ])('has security headers: %s', async (path) => {
    const { headers } = await fetch(origin + path);

    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*(unsafe|\*)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each([
    ['Chrome 147', '"Chromium";v="147", "Not.A/Brand";v="24"', 'noopener-allow-popups'],
    ['Chrome 130', '"Not.A/Brand";v="24", "Chromium";v="130"', 'same-origin-allow-popups'],
    ['a forged browser', '"Chromium";v="9999999999999999999999"\u00ff', 'noopener-allow-popups'],
    ['Firefox', undefined, 'same-origin-allow-popups'],
  ])('cuts off its opener in %s', async (_browser, brands, policy) => {
    const { headers } = await fetch(`${origin}/`, { headers: brands === undefined ? {} : { 'sec-ch-ua': brands } });

    expect(headers.get('cross-origin-opener-policy')).toBe(policy);
  });

  it.each([
    '/.git/config',
    '/.env',
    '/assets/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/x.js.map',
    '/assets/nothing.js',
    '/index.html',
    '/docs',
    '/docs/',
    '/metrics',
    '/api/v2/health',
  ])('is 404 for a missing path: %s', async (path) => {
    const { pathname, port, hostname } = new URL(origin);
    expect(pathname).toBe('/');
    // The raw path: `fetch` would normalise it.
    const status = await new Promise((done, failed) =>
      request({ hostname, port, path }, (answer) => done(answer.resume().statusCode))
        .once('error', failed)
        .end(),
    );

    expect(status).toBe(404);
  });

  it.each(['TRACE', 'CONNECT', 'PROPFIND'])('rejects the method %s', async (method) => {
    const { hostname, port } = new URL(origin);
    const status = await new Promise((done) =>
      request({ hostname, port, path: '/api/v1/health', method }, (answer) => done(answer.resume().statusCode))
        .once('connect', (answer) => done(answer.statusCode))
        .once('error', () => done(404))
        .end(),
    );

    expect([404, 405]).toContain(status);
  });

  it('109: rejects another host name, whatever the request contains', async () => {
    const statusFor = async (host: string) => (await sendRaw('/api/v1/health', { host })).statusCode;

    expect(await statusFor('evil.example')).toBe(421);
    expect(await statusFor('127.0.0.1.evil.example:3000')).toBe(421);
    expect(await statusFor('localhost:3000')).toBe(200);
  });

  it('110: is never cached, however its path is written', async () => {
    const authorization = `Bearer ${await getToken('maya')}`;
    for (const path of ['/%61pi/v1/account/list', `${origin}/api/v1/account/list`]) {
      const { statusCode, headers } = await sendRaw(path, { authorization });

      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('59: of the API is JSON that is never cached', async () => {
    for (const question of ['GET /account/list', 'GET /user/connections/meta', 'GET /plans', 'GET /nothing']) {
      const { headers } = await ask({ as: 'maya', ask: question });

      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
