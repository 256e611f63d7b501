import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newPlaces,
  removePlaces,
  runToEnd,
  startTidemark,
  type Places,
  type Tidemark,
} from '../apps/server/test/program/tidemark-process.ts';

interface Check {
  area: string;
  level: 'ok' | 'warning' | 'error';
  detail: string;
  fix: string | null;
}

let places: Places;
let tidemark: Tidemark;
let providers: Record<string, string>;
beforeAll(async () => {
  places = await newPlaces();
  tidemark = await startTidemark(places);
  providers = (await (await fetch(`${tidemark.sandboxUrl}/_sandbox/environment`)).json()) as Record<string, string>;
});
afterAll(async () => {
  await tidemark.stop();
  await removePlaces(places);
});

async function runDoctor(environment: Record<string, string> = {}) {
  const { code, output } = await runToEnd(places, environment, ['doctor', '--json']);
  const checks = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Check); // printed by the command
  return { code, output, checks, errors: checks.filter(({ level }) => level === 'error') };
}

it('finds no error in a running Tidemark', async () => {
  const { code, checks, errors } = await runDoctor();

  expect(errors).toEqual([]);
  expect(code).toBe(0);
  const details = checks.filter(({ level }) => level === 'ok').map(({ detail }) => detail);
  for (const detail of [
    'It agrees with the provider’s',
    'It accepts META_APP_ID and META_APP_SECRET',
    'The app is subscribed to story_insights',
    'It knows INSTAGRAM_APP_ID; whether INSTAGRAM_APP_SECRET is right shows when someone connects',
    'It accepts STRIPE_SECRET_KEY',
    'A connected login has all required permissions',
    'It accepts OIDC_CLIENT_ID',
    'It decrypts what is stored',
    'The schema is up to date',
    'Assistants can register for the MCP server',
    'Live events arrive at once',
  ])
    expect(details).toContain(detail);
});

it('reports each mistake with its fix, and no secret', async () => {
  const wrong = {
    ...providers,
    OIDC_ISSUER: `${providers['OIDC_ISSUER']}/`,
    META_APP_SECRET: 'f'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_wrongwrongwrong',
    GITHUB_TOKEN: 'github_pat_wrong',
    REDIS_URL: 'redis://:hidden-password@127.0.0.1:9',
  };

  const { code, output, errors } = await runDoctor(wrong);

  expect(code).toBe(1);
  expect([...new Set(errors.map(({ area }) => area))].sort()).toEqual([
    'GitHub',
    'Identity provider',
    'Meta',
    'Redis',
    'Stripe',
  ]);
  expect(errors.every(({ fix }) => fix !== null)).toBe(true);
  expect(errors.find(({ area }) => area === 'Identity provider')?.fix).toBe(
    `Set OIDC_ISSUER=${providers['OIDC_ISSUER']}`,
  );
  expect(errors.find(({ area }) => area === 'Meta')?.detail).toContain('META_APP_SECRET');
  for (const secret of ['f'.repeat(32), 'wrongwrongwrong', 'github_pat_wrong', 'hidden-password'])
    expect(output).not.toContain(secret);
});

it('lists configuration errors, and checks nothing else', async () => {
  const { code, checks } = await runDoctor({ PORT: 'none', OIDC_ISSUER: 'https://id.example.com' });

  expect(code).toBe(1);
  expect(checks.every(({ area, level }) => area === 'Configuration' && level === 'error')).toBe(true);
});

it('reports tokens of another key in one line, and goes on', async () => {
  const { code, output, checks } = await runDoctor({
    ENCRYPTION_KEYS: `main:${Buffer.alloc(32, 9).toString('base64')}`,
  });

  expect(code).toBe(1);
  expect(output).not.toContain('DecryptionError');
  expect(checks.filter(({ detail }) => detail.includes('encrypted with another key'))).toHaveLength(1);
  expect(checks.filter(({ area }) => area === 'Public address').length).toBeGreaterThan(0);
});

it.each([
  ['holds streams back', { buffers: true, host: null }, 'The reverse proxy delays live events'],
  [
    'changes the Host header',
    { buffers: false, host: 'other.example.com' },
    'The reverse proxy changes the Host header',
  ],
] as const)('recognises a reverse proxy that %s', async (_name, behaviour, detail) => {
  const proxy = await startProxy(places.port, behaviour);
  const { port } = proxy.address() as AddressInfo; // a TCP server has one

  const { errors } = await runDoctor({ ...providers, APP_URL: `http://localhost:${port}` });
  proxy.close();

  expect(errors).toMatchObject([
    { area: 'Identity provider', fix: expect.stringContaining(`http://localhost:${port}/login`) },
    { area: 'Public address', detail },
  ]);
});

function startProxy(target: number, { buffers, host }: { buffers: boolean; host: string | null }): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, ...(host && { host }) };
    const options = { port: target, path: incoming.url, method: incoming.method, headers };
    const forwarded = request(options, (answer) => {
      const parts: Buffer[] = [];
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] });
      answer.on('data', (part: Buffer) => (buffers ? parts.push(part) : outgoing.write(part)));
      answer.on('end', () => outgoing.end(Buffer.concat(parts)));
    });
    incoming.pipe(forwarded);
  });
  return new Promise((done) => void proxy.listen(0, '127.0.0.1', () => done(proxy)));
}
