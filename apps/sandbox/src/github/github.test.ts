import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { importPKCS8, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { ask, lever, openSandbox, toText } from '../../test/sandbox-client.ts';
import type { Sandbox } from '../index.ts';

function client({ environment }: Sandbox, token = environment['GITHUB_TOKEN']) {
  const base = `${environment['GITHUB_API_BASE_URL']}/repos/${environment['GITHUB_REPOSITORY']}`;
  const headers = { authorization: `token ${token}`, 'content-type': 'application/json', 'user-agent': 'test' };
  return {
    get: (path: string, more: Record<string, string> = {}) =>
      ask(`${base}${path}`, { headers: { ...headers, ...more } }),
    send: (method: string, path: string, body: unknown) =>
      ask(`${base}${path}`, { method, headers, body: JSON.stringify(body) }),
  };
}

describe('GitHub stand-in', () => {
  it('lists issues that have all of the labels, including pull requests', async () => {
    const github = client(await openSandbox());

    const { body } = await github.get('/issues?labels=roadmap,in progress&state=all&per_page=100');

    const issues = Object.values(body);
    expect(issues.length).toBeGreaterThan(4);
    expect(issues.filter((issue) => issue['pull_request'] !== undefined)).toHaveLength(1);
    for (const issue of issues)
      expect(Object.values(issue['labels'] ?? {}).map(({ name }) => name)).toEqual(
        expect.arrayContaining(['roadmap', 'in progress']),
      );
  });

  it('paginates issues with links on its own host until the last page', async () => {
    const sandbox = await openSandbox();
    const github = client(sandbox);

    const first = await github.get('/issues?state=all&per_page=20&page=1');
    const last = await github.get('/issues?state=all&per_page=20&page=2');

    expect(first.headers.get('link')).toContain(`<${sandbox.url}/github/repos/`);
    expect(first.headers.get('link')).toContain('rel="next"');
    expect(last.headers.get('link')).not.toContain('rel="next"');
  });

  it('answers an unchanged issue list with an uncharged 304', async () => {
    const github = client(await openSandbox());
    const first = await github.get('/issues');

    const again = await github.get('/issues', { 'if-none-match': first.headers.get('etag') ?? '' });
    await github.send('POST', '/issues', { title: 'New' });
    const changed = await github.get('/issues', { 'if-none-match': first.headers.get('etag') ?? '' });

    expect(again.status).toBe(304);
    expect(again.headers.get('x-ratelimit-used')).toBe(first.headers.get('x-ratelimit-used'));
    expect(changed.status).toBe(200);
  });

  it('creates, updates and returns issues, and limits title length', async () => {
    const sandbox = await openSandbox();
    const github = client(sandbox);

    const made = await github.send('POST', '/issues', { title: 'Wish', body: '<b>x</b>', labels: ['feature-request'] });
    const number = toText(made.body['number']);
    const closed = await github.send('PATCH', `/issues/${number}`, { state: 'closed', state_reason: 'not_planned' });
    const long = await github.send('POST', '/issues', { title: 'x'.repeat(257) });
    const page = await ask(toText(made.body['html_url']));

    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(made.body['url']);
    expect(closed.body).toMatchObject({ state: 'closed', state_reason: 'not_planned', closed_at: expect.any(String) });
    expect(long.status).toBe(422);
    expect(page.text).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect((await github.get('/issues/9999')).status).toBe(404);
  });

  it('rejects other tokens, and applies limits and faults on demand', async () => {
    const sandbox = await openSandbox();
    const github = client(sandbox);

    expect((await client(sandbox, 'another').get('/issues')).status).toBe(401);
    for (const [fault, status] of [
      ['github-rate-limit', 403],
      ['github-secondary-limit', 403],
      ['github-gone', 410],
      ['github-error', 500],
    ] as const) {
      await lever(sandbox, 'faults', { rules: [{ fault, times: 1 }] });
      expect((await github.get('/issues')).status).toBe(status);
    }
    expect((await github.get('/issues')).status).toBe(200);
  });

  it('limits issue creation to eighty a minute', async () => {
    const github = client(await openSandbox());
    for (let count = 0; count < 80; count += 1) await github.send('POST', '/issues', { title: `${count}` });

    const refused = await github.send('POST', '/issues', { title: 'One more' });

    expect(refused.status).toBe(403);
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  it('retains issues across a restart', async () => {
    const stateFile = path.join(mkdtempSync(path.join(os.tmpdir(), 'sandbox-github-')), 'sandbox.json');
    const before = await openSandbox({ stateFile });
    const made = await client(before).send('POST', '/issues', { title: 'Stays' });
    await before.close();

    const after = client(await openSandbox({ stateFile }));

    expect((await after.get(`/issues/${toText(made.body['number'])}`)).body).toMatchObject({ title: 'Stays' });
  });
});

describe('GitHub App authentication', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const now = () => Math.floor(Date.now() / 1000);

  async function findInstallation(claims: JWTPayload = {}, key = privateKey, alg = 'RS256') {
    const sandbox = await openSandbox();
    await ask(`${sandbox.url}/_sandbox/github/app`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ publicKey }),
    });
    const jwt = await new SignJWT({ iss: '917352', iat: now() - 30, exp: now() + 500, ...claims })
      .setProtectedHeader({ alg })
      .sign(await importPKCS8(key, alg));
    const { GITHUB_API_BASE_URL: api, GITHUB_REPOSITORY: repository } = sandbox.environment;
    return ask(`${api}/repos/${repository}/installation`, { headers: { authorization: `Bearer ${jwt}` } });
  }

  it("accepts a JWT signed with the app's own key", async () => {
    expect(await findInstallation()).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
  });

  it.each<[string, JWTPayload]>([
    ['of another app', { iss: '1' }],
    ['that has expired', { exp: 1 }],
    ['that lasts longer than ten minutes', { exp: now() + 3_600 }],
    ['from the future', { iat: now() + 600, exp: now() + 599 }],
  ])('rejects a JWT %s', async (_, claims) => {
    expect((await findInstallation(claims)).status).toBe(401);
  });

  it('rejects a JWT signed with another key', async () => {
    const { privateKey: other } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });

    expect((await findInstallation({}, other)).status).toBe(401);
  });
});
