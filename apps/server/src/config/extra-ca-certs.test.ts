import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { request } from 'undici';
import { authorityFix, type Check } from '../cli/checks/check.ts';
import { checkIdentityProvider } from '../cli/checks/identity-provider.ts';
import { checkMail } from '../cli/checks/mail.ts';
import { checkMetaApp } from '../networks/instagram/cli/checks/meta.ts';
import { checkPublicAddress } from '../cli/checks/public-address.ts';
import { checkGithub, checkStripe } from '../cli/checks/services.ts';
import { checkRedis } from '../cli/checks/storage.ts';
import { explainConnectionError } from '../platform/connection-error.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { hasRedisServer, startOwnRedis } from '../../test/own-redis.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { trustExtraCaCerts } from './extra-ca-certs.ts';
import { toMailConfig } from './mail.ts';
import { readOidc } from './oidc.ts';
import { Secret } from './secret.ts';

// A certificate for localhost, of an authority that nobody trusts.
const folder = path.join(import.meta.dirname, '../../test/certificates');
const identity = {
  key: readFileSync(path.join(folder, 'key.pem')),
  cert: readFileSync(path.join(folder, 'cert.pem')),
};
const trusted = tls.getCACertificates('default');
const closers: (() => unknown)[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ work: false });
});
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  for (const close of closers.reverse()) await close();
  await app.close();
});

function join(one: Socket, other: Socket) {
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
}

async function listen(server: Server): Promise<number> {
  closers.push(() => server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return port;
}

async function collect(checks: AsyncIterable<Check>): Promise<Check[]> {
  const all: Check[] = [];
  for await (const check of checks) all.push(check);
  return all;
}

const withTls = (port: number) =>
  listen(tls.createServer(identity, (client) => join(client, connect(port, '127.0.0.1'))));

/** PostgreSQL asks in plain text whether TLS is possible before it begins. */
const withPostgresTls = (open: () => Socket) =>
  listen(
    createServer((client) => {
      client.once('data', () => {
        client.write('S');
        join(new tls.TLSSocket(client, { ...identity, isServer: true }), open());
      });
    }),
  );

it('makes every client trust a custom certificate authority', async () => {
  const sandboxPort = Number(new URL(app.sandbox.url).port);
  const { environment } = app.sandbox;
  const origin = `https://localhost:${await withTls(sandboxPort)}`;
  const { address, drop } = await createTestDatabase();
  closers.push(drop);
  const { host = '127.0.0.1', port = 5432, user, password, database } = address;
  const pgPort = await withPostgresTls(() =>
    host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host),
  );
  const redis = hasRedisServer ? await startOwnRedis() : null;
  if (redis) closers.push(() => redis.kill());
  const redisUrl = redis && `rediss://localhost:${await withTls(redis.port)}`;

  const oidc = readOidc({ ...environment, OIDC_ISSUER: `${origin}/oidc` }, origin);
  const smtpPort = await withTls(Number(new URL(environment['SMTP_URL'] ?? '').port));
  const mail = toMailConfig({ SMTP_URL: `smtps://localhost:${smtpPort}`, MAIL_FROM: 'a@example.com' }, origin);
  if (!oidc || !mail) throw new Error('The settings are not valid');

  const checkAll = async (): Promise<Record<string, Check | undefined>> => {
    const [identityProvider] = await collect(checkIdentityProvider(oidc, { appUrl: origin }));
    const stripe = {
      secretKey: new Secret(environment['STRIPE_SECRET_KEY'] ?? ''),
      webhookSecret: new Secret('whsec_x'),
      baseUrl: origin,
    };
    const [payments] = await collect(checkStripe(stripe, { db: null, appUrl: origin, production: false }));
    const github = await checkGithub({
      apiBaseUrl: `${origin}${new URL(environment['GITHUB_API_BASE_URL'] ?? '').pathname}`,
      repository: environment['GITHUB_REPOSITORY'] ?? '',
      access: { kind: 'token', token: new Secret(environment['GITHUB_TOKEN'] ?? '') },
    });
    const meta = {
      appId: environment['META_APP_ID'] ?? '',
      appSecret: new Secret(environment['META_APP_SECRET'] ?? ''),
      loginConfigId: environment['META_LOGIN_CONFIG_ID'] ?? '',
      graphBaseUrl: `${origin}${new URL(environment['META_GRAPH_BASE_URL'] ?? '').pathname}`,
      graphVersion: 'v25.0',
      sdkUrl: origin,
      dayZone: 'America/Los_Angeles',
    };
    const [graph] = await collect(checkMetaApp(meta, origin));
    const [publicAddress] = await collect(
      checkPublicAddress({ appUrl: origin, encryptionKeys: `main:${'A'.repeat(43)}=` }),
    );
    return {
      identityProvider,
      payments,
      github,
      graph,
      publicAddress,
      mail: await checkMail(mail),
      ...(redisUrl && { redis: await checkRedis(redisUrl, 'test') }),
    };
  };
  async function connectAll(): Promise<Record<string, string>> {
    const client = new pg.Client({
      connectionString: `postgres://${user}:${encodeURIComponent(password ?? '')}@localhost:${pgPort}/${database}?sslmode=verify-full`,
    });
    client.on('error', () => undefined);
    const viaPg = await client.connect().then(() => client.end().then(() => 'ok'), explainConnectionError);
    const viaUndici = await request(`${origin}/_sandbox`).then(
      ({ body }) => body.dump().then(() => 'ok'),
      explainConnectionError,
    );
    return { viaPg, viaUndici };
  }
  const [checksBefore, connectionsBefore] = [await checkAll(), await connectAll()];
  trustExtraCaCerts({ EXTRA_CA_CERTS: path.join(folder, 'ca.pem') });
  const [checksAfter, connectionsAfter] = [await checkAll(), await connectAll()];

  for (const [name, check] of Object.entries(checksBefore)) expect(check?.fix, name).toBe(authorityFix);
  for (const [name, check] of Object.entries(checksAfter)) expect(check?.fix, name).not.toBe(authorityFix);
  for (const [name, reason] of Object.entries(connectionsBefore))
    expect(reason, name).toContain('set EXTRA_CA_CERTS=/path/to/ca.pem');
  expect(connectionsAfter).toEqual({ viaPg: 'ok', viaUndici: 'ok' });
  for (const name of ['payments', 'github', 'graph', 'mail'])
    expect(checksAfter[name], name).toMatchObject({ level: 'ok' });
});
