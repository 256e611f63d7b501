import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask, connectAs, graphClient, lever, openSandbox, toText } from '../test/sandbox-client.ts';
import { startSandbox } from './index.ts';

const stateFile = () => join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'state', 'sandbox.json');

describe('sandbox', () => {
  it('lists the environment for the application', async () => {
    const sandbox = await openSandbox();

    expect(Object.keys(sandbox.environment)).toEqual([
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_AUDIENCE',
      'OIDC_ROLES_CLAIM',
      'MCP_OAUTH',
      'META_APP_ID',
      'META_APP_SECRET',
      'META_LOGIN_CONFIG_ID',
      'META_SDK_URL',
      'META_DIALOG_BASE_URL',
      'META_GRAPH_BASE_URL',
      'META_GRAPH_VERSION',
      'META_MEDIA_ORIGINS',
      'META_INSIGHTS_TIMEZONE',
      'META_WEBHOOK_VERIFY_TOKEN',
      'INSTAGRAM_APP_ID',
      'INSTAGRAM_APP_SECRET',
      'INSTAGRAM_LOGIN_BASE_URL',
      'INSTAGRAM_API_BASE_URL',
      'INSTAGRAM_GRAPH_BASE_URL',
      'BLUESKY_APPVIEW_URL',
      'BLUESKY_PLC_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_API_BASE_URL',
      'GITHUB_TOKEN',
      'GITHUB_REPOSITORY',
      'GITHUB_API_BASE_URL',
      'GITHUB_WEBHOOK_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
    ]);
    expect((await ask(`${sandbox.url}/_sandbox`)).text).toContain('Maya Lindqvist');
  });

  it('uses its public address everywhere, and answers on it', async () => {
    const port = await new Promise<number>((done) => {
      const holder = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = holder.address() as AddressInfo; // a TCP server has one
        holder.close(() => done(free));
      });
    });
    await openSandbox({ port, publicUrl: 'https://sandbox.example.com' });
    const answer = await new Promise<string>((done) => {
      const headers = { host: 'sandbox.example.com' };
      request({ host: '127.0.0.1', port, path: '/_sandbox/environment', headers }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () => done(text));
      }).end();
    });

    expect(JSON.parse(answer)).toMatchObject({
      OIDC_ISSUER: 'https://sandbox.example.com/oidc',
      META_SDK_URL: 'https://sandbox.example.com/sdk.js',
      META_MEDIA_ORIGINS: 'https://sandbox.example.com',
      STRIPE_API_BASE_URL: 'https://sandbox.example.com',
    });
    expect(answer).not.toContain('localhost');
  });

  it('listens on both loopback addresses if the machine has both', async () => {
    const sandbox = await openSandbox();
    const port = new URL(sandbox.url).port;

    expect((await ask(`http://127.0.0.1:${port}/sdk.js`)).text).toContain('window.FB');
    const six = await ask(`http://[::1]:${port}/sdk.js`).catch(() => undefined);
    expect(six?.status ?? 200).toBe(200);
  });

  it('rejects requests for another host name', async () => {
    const { port } = new URL((await openSandbox()).url);
    const statusFor = (host: string, path: string) =>
      new Promise((done, failed) =>
        request({ hostname: '127.0.0.1', port, path, headers: { host } }, (answer) => done(answer.resume().statusCode))
          .once('error', failed)
          .end(),
      );

    for (const path of ['/_sandbox', '/oidc/.well-known/openid-configuration', '/sdk.js']) {
      expect(await statusFor(`evil.example:${port}`, path)).toBe(421);
      expect(await statusFor(`localhost:${port}`, path)).toBe(200);
    }
  });

  it('reports a port that is in use', async () => {
    const sandbox = await openSandbox();
    const port = Number(new URL(sandbox.url).port);

    await expect(startSandbox({ port, appOrigins: [] })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringContaining(`Port ${port}`),
    });
  });

  it('retains keys, tokens, their expiry and its clock across a restart', async () => {
    const file = stateFile();
    const before = await startSandbox({ port: 0, appOrigins: [], stateFile: file });
    const port = Number(new URL(before.url).port);
    const [maya, edgar] = [await connectAs(before, 'maya'), await connectAs(before, 'edgar')];
    await lever(before, 'meta/expire', { email: 'edgar@sandbox.test' });
    await lever(before, 'clock', { advanceSeconds: 3_600 });
    await lever(before, 'tokens', { email: 'maya@sandbox.test' });
    const keys = (await ask(`${before.url}/oidc/jwks`)).text;
    await before.close();
    // The test's client needs a moment to notice the closed connections.
    await wait(50);

    const after = await openSandbox({ port, stateFile: file });

    expect((await ask(`${after.url}/oidc/jwks`)).text).toBe(keys);
    expect((await graphClient(after, maya.token).get('me')).status).toBe(200);
    expect((await graphClient(after, edgar.token).get('me')).body['error']).toMatchObject({ error_subcode: 463 });
    expect((await lever(after, 'clock')).body['offsetSeconds']).toBe(3_600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('anchor');
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('moves its clock on demand', async () => {
    const sandbox = await openSandbox();

    const moved = await lever(sandbox, 'clock', { now: '2027-03-01T12:00:00Z' });
    const world = await lever(sandbox, 'world');
    const back = await lever(sandbox, 'clock', { reset: true });
    const wrong = await lever(sandbox, 'clock', { now: 'soon' });

    expect(toText(moved.body['now'])).toMatch(/^2027-03-01T12:00:00/);
    expect(world.body['today']).toBe('2027-03-01');
    expect(back.body['offsetSeconds']).toBe(0);
    expect(wrong.status).toBe(400);
  });
});
