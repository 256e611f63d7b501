import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import path from 'node:path';
import tls from 'node:tls';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDatabaseWithOwner } from '../../../test/database-with-owner.ts';
import { hasRedisServer, startOwnRedis } from '../../../test/own-redis.ts';
import { freePort } from '../../../test/free-port.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { connectInstagram, pageless } from '../../../test/instagram.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { connect } from '../../../test/world.ts';
import { readConfig } from '../../config/config.ts';
import { trustExtraCaCerts } from '../../config/extra-ca-certs.ts';
import { toMailConfig } from '../../config/mail.ts';
import { Secret } from '../../config/secret.ts';
import { migrateAsOwner } from '../../database/access.ts';
import { connectDatabase, type DatabaseAddress } from '../../database/database.ts';
import type { Check } from './check.ts';
import { checkEncryptionKeys } from './encryption-keys.ts';
import { checkInstagramApp, checkInstagramLogin } from '../../networks/instagram/cli/checks/instagram.ts';
import { checkMail } from './mail.ts';
import { checkMetaApp } from '../../networks/instagram/cli/checks/meta.ts';
import { checkPublicAddress } from './public-address.ts';
import { checkBackupFolder, checkDatabase, checkRedis, judgeSpace } from './storage.ts';

const encryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
const otherKeys = `test:${Buffer.alloc(32, 8).toString('base64')}`;
const certificates = path.resolve(import.meta.dirname, '../../../test/certificates');
const trusted = tls.getCACertificates('default');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function listFaults(checks: AsyncIterable<Check>): Promise<Check[]> {
  const faults: Check[] = [];
  for await (const check of checks) if (check.level !== 'ok') faults.push(check);
  return faults;
}
const fault = (level: 'warning' | 'error', detail: RegExp, fix: RegExp) => ({
  level,
  detail: expect.stringMatching(detail),
  fix: expect.stringMatching(fix),
});

describe('the database', () => {
  const check = (address: DatabaseAddress) => listFaults(checkDatabase(address, { hasDirectUrl: true }));

  async function createMigrated() {
    const database = await createDatabaseWithOwner();
    closers.push(database.drop);
    await migrateAsOwner(database);
    // Statements are this file's own; the role's name is made by the test's database.
    const asOwner = async (statement: string) => {
      const db = connectDatabase(database.ownerAddress, { max: 1 });
      await sql.raw(statement.replaceAll('ROLE', database.address.user ?? '')).execute(db);
      await db.destroy();
    };
    return { ...database, asOwner };
  }

  it('accepts the rights that migrating grants', async () => {
    expect(await check((await createMigrated()).address)).toEqual([]);
  });

  it.each([
    ['without rights', 'revoke all on all tables in schema public from ROLE', /may not .*select.* in \d+ tables/],
    [
      'that may only read',
      'revoke insert, update, delete on all tables in schema public from ROLE',
      /may not insert, update, delete in \d+ tables/,
    ],
    ['without the queue', 'revoke all on schema jobs from ROLE', /may not use the schema jobs/],
  ])('reports a role %s', async (_name, statement, detail) => {
    const { address, asOwner } = await createMigrated();
    await asOwner(statement);

    expect(await check(address)).toEqual([
      expect.objectContaining(fault('error', detail, /Run tidemark migrate as the owner/)),
    ]);
  });

  it('reports a role that may change the audit log, and migrating corrects it', async () => {
    const { asOwner, ...database } = await createMigrated();
    await asOwner('grant delete on audit_entry to ROLE');
    const before = await check(database.address);

    await migrateAsOwner(database);

    expect(before).toEqual([
      expect.objectContaining(
        fault('warning', /may delete in the table audit_entry, which/, /Run tidemark migrate as the owner/),
      ),
    ]);
    expect(await check(database.address)).toEqual([]);
  });

  it('reports an encoding that lacks characters, and does not migrate there', async () => {
    const database = await createDatabaseWithOwner({ encoding: 'SQL_ASCII' });
    closers.push(database.drop);

    expect(await check(database.address)).toContainEqual(
      expect.objectContaining(fault('error', /text as SQL_ASCII; Tidemark needs UTF8/, /encoding 'UTF8'/)),
    );
    await expect(migrateAsOwner(database)).rejects.toThrow(/SQL_ASCII; Tidemark needs UTF8\. Create/);
  });

  it('reports a server that is down, and a wrong password', async () => {
    const { address } = await createMigrated();
    const down = { ...address, host: '127.0.0.1', port: await freePort() };

    expect(await check(down)).toEqual([expect.objectContaining(fault('error', /refuses connections/, /DATABASE_URL/))]);
    expect(await check({ ...address, password: 'wrong' })).toEqual([
      expect.objectContaining(fault('error', /password authentication failed/, /DATABASE_URL/)),
    ]);
  });
});

describe.runIf(hasRedisServer)('Redis', () => {
  it('reports a server that is down, and a wrong password', async () => {
    const { port, kill } = await startOwnRedis();
    closers.push(kill);
    const admin = new Redis(port);
    await admin.config('SET', 'requirepass', 'correct');
    admin.disconnect();

    expect(await checkRedis(`redis://:correct@127.0.0.1:${port}`, 'test')).toMatchObject({ level: 'ok' });
    expect(await checkRedis(`redis://:wrong@127.0.0.1:${port}`, 'test')).toMatchObject(
      fault('error', /WRONGPASS/, /Check REDIS_URL, its password/),
    );
    expect(await checkRedis(`redis://127.0.0.1:${await freePort()}`, 'test')).toMatchObject(
      fault('error', /refuses connections/, /Check REDIS_URL/),
    );
  });
});

it.each([
  [100, 'error'],
  [1_000, 'warning'],
  [10_000, 'ok'],
] as const)('judges %i MiB of free space: %s', (free, level) => {
  const { fix, ...check } = judgeSpace(free, '/data');

  expect(check).toMatchObject({ level, detail: expect.stringContaining('/data') });
  expect(fix).toBe(level === 'ok' ? null : 'Free some space or move DATA_DIR to a larger disk.');
});

it('reports a folder for backups that cannot be written to', async () => {
  expect(await checkBackupFolder(certificates)).toMatchObject({ level: 'ok' });
  expect(await checkBackupFolder(path.join(certificates, 'missing'))).toMatchObject(
    fault('error', /cannot write to BACKUP_DIR/, /Create the folder/),
  );
});

describe('a running Tidemark', () => {
  let app: TestApp;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let proxyPort: number;
  let proxy: Server;
  let headers: Record<string, string> = {};
  let appUrl: string;
  beforeAll(async () => {
    trustExtraCaCerts({ EXTRA_CA_CERTS: path.join(certificates, 'ca.pem') });
    proxyPort = await freePort();
    appUrl = `https://localhost:${proxyPort}`;
    database = await createTestDatabase();
    const { address } = database;
    app = await startTestApp({ work: false, address, environment: { APP_URL: appUrl } });
    proxy = startProxy();
    await connect(app, await app.as('theo@sandbox.test'), 'theo@sandbox.test');
  });
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted);
    proxy.closeAllConnections();
    proxy.close();
    await app.close();
    await database.drop();
  });

  /** Starts a reverse proxy with TLS that adds or replaces headers. */
  function startProxy(): Server {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(path.join(certificates, name)));
    return createServer({ key, cert }, (incoming, outgoing) => {
      const target = { host: '127.0.0.1', port: new URL(app.url).port, path: incoming.url, method: incoming.method };
      request({ ...target, headers: { ...incoming.headers, ...headers } }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }).end();
    }).listen(proxyPort, '127.0.0.1');
  }
  const check = (keys = encryptionKeys, at = appUrl) =>
    listFaults(checkPublicAddress({ appUrl: at, encryptionKeys: keys }));

  it.each([
    ['does not name the client', {}, /does not name the client/, /X-Forwarded-For; for nginx: proxy_set_header/],
    ['is not trusted', { 'x-forwarded-for': '203.0.113.9' }, /is not trusted/, /^Set TRUST_PROXY=127\.0\.0\.1$/],
  ])('reports a proxy that %s', async (_name, changed, detail, fix) => {
    headers = changed;

    expect(await check()).toEqual([expect.objectContaining(fault('warning', detail, fix))]);
  });

  it('reports a proxy that replaces the host by an address', async () => {
    headers = { host: new URL(app.url).host.replace('localhost', '127.0.0.1') };

    expect(await check()).toContainEqual(
      expect.objectContaining(
        fault('warning', /replaces the Host header by 127\.0\.0\.1/, /for nginx: proxy_set_header Host \$host;/),
      ),
    );
  });

  it('reports a key that the running process does not have', async () => {
    headers = {};

    expect(await check(otherKeys)).toEqual([
      expect.objectContaining(fault('error', /probe is rejected/, /with the ENCRYPTION_KEYS/)),
    ]);
  });

  it('reports an address at which nothing runs', async () => {
    expect(await check(encryptionKeys, `https://localhost:${await freePort()}`)).toEqual([
      expect.objectContaining(fault('error', /refuses connections/, /Start Tidemark and the reverse proxy/)),
    ]);
  });

  it.each([
    ['another key of the same name', otherKeys],
    ['a key of another name', otherKeys.replace('test', 'new')],
  ])('reports tokens that were encrypted with %s', async (_name, keys) => {
    const db = connectDatabase(database.address, { max: 1, readOnly: true });
    closers.push(() => db.destroy());

    expect(await checkEncryptionKeys(db, keys)).toMatchObject(
      fault('error', /^The tokens were encrypted with another key \(test\)$/, /ENCRYPTION_KEYS.*A key is lost/),
    );
    expect(await checkEncryptionKeys(db, encryptionKeys)).toMatchObject({ level: 'ok' });
  });

  it('reports a mail server that is closed, and a wrong password with the server’s words', async () => {
    const url = new URL(app.sandbox.environment['SMTP_URL'] ?? '');
    const checkAt = async (address: URL) => {
      const settings = toMailConfig({ SMTP_URL: address.href, MAIL_FROM: 'us@tidemark.test' }, appUrl);
      return settings && checkMail(settings);
    };
    const closed = new URL(url);
    closed.port = String(await freePort());
    const wrong = new URL(url);
    wrong.password = 'wrong';

    expect(await checkAt(closed)).toMatchObject(
      fault('error', /refuses connections/, /Check SMTP_URL and the network/),
    );
    expect(await checkAt(wrong)).toMatchObject(fault('error', /535/, /Check the user, the password and TLS/));
  });

  it('reports a Meta app’s wrong secret, and a webhook at another address', async () => {
    const { environment } = app.sandbox;
    const meta = {
      appId: environment['META_APP_ID'] ?? '',
      appSecret: new Secret(environment['META_APP_SECRET'] ?? ''),
      loginConfigId: environment['META_LOGIN_CONFIG_ID'] ?? '',
      graphBaseUrl: environment['META_GRAPH_BASE_URL'] ?? '',
      graphVersion: 'v25.0',
      sdkUrl: environment['META_SDK_URL'] ?? '',
      dayZone: 'America/Los_Angeles',
      webhookVerifyToken: new Secret('token'),
    };
    const other = 'https://other.example.com';

    expect(await listFaults(checkMetaApp({ ...meta, appSecret: new Secret('f'.repeat(32)) }, appUrl))).toEqual([
      expect.objectContaining(fault('error', /rejects META_APP_SECRET/, /App settings → Basic/)),
    ]);
    expect(await listFaults(checkMetaApp(meta, other))).toEqual([
      expect.objectContaining(fault('warning', /webhook/i, /callback URL https:\/\/other\.example\.com/)),
    ]);
  });

  describe('the Instagram app', () => {
    const configure = (changed: Record<string, string> = {}) => {
      const environment = { ...app.sandbox.environment, NODE_ENV: 'test', ...changed };
      const { instagram, meta } = readConfig(environment, { sandbox: true });
      if (!instagram) throw new Error('There is no Instagram app');
      return { instagram, meta };
    };
    const stored = () => ({ db: app.db, encryptionKeys });
    const metaApp = (name: 'ID' | 'SECRET') => app.sandbox.environment[`META_APP_${name}`] ?? '';
    const setFaults = (rules: object[]) => app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });

    it('is accepted as it is, and its secret once an account is connected', async () => {
      const before = await checkInstagramLogin(configure(), stored());
      await connectLinked();

      expect(await checkInstagramApp(configure(), appUrl)).toMatchObject({ level: 'ok' });
      expect(before).toMatchObject([fault('warning', /No account is connected with Instagram/, /under Profile/)]);
      expect(await checkInstagramLogin(configure(), stored())).toMatchObject([
        { level: 'ok', detail: 'It accepts INSTAGRAM_APP_SECRET' },
        { level: 'ok', detail: 'A connected login has all required permissions' },
      ]);
    });

    it('is not the Meta app: another ID and another secret', async () => {
      expect(await checkInstagramApp(configure({ INSTAGRAM_APP_ID: metaApp('ID') }), appUrl)).toMatchObject(
        fault('error', /no Instagram app with INSTAGRAM_APP_ID/, /not the app’s ID in App settings/),
      );
      expect(await checkInstagramApp(configure({ INSTAGRAM_APP_SECRET: metaApp('SECRET') }), appUrl)).toMatchObject(
        fault('error', /is the secret of the Meta app/, /Copy the Instagram app secret/),
      );
    });

    it('is reported with a wrong secret as far as Instagram tells', async () => {
      await connectLinked();
      const wrong = configure({ INSTAGRAM_APP_SECRET: 'f'.repeat(32) });

      expect(await checkInstagramApp(wrong, appUrl)).toMatchObject({
        level: 'ok',
        detail: expect.stringMatching(/whether INSTAGRAM_APP_SECRET is right shows when someone connects/),
      });
      expect(await checkInstagramLogin(wrong, stored())).toMatchObject([
        fault('error', /^It rejects INSTAGRAM_APP_SECRET$/, /Copy the Instagram app secret/),
      ]);
    });

    it('is reported without a permission, and with a login that ended', async () => {
      await connectLinked();
      const lever = (name: string, body: object) =>
        app.control(`instagram/${name}`, {
          method: 'POST',
          body: JSON.stringify({ username: pageless.username, ...body }),
        });
      await lever('decline', { scope: 'instagram_business_manage_insights' });

      expect(await checkInstagramLogin(configure(), stored())).toMatchObject([
        { level: 'ok' },
        fault('error', /lacks instagram_business_manage_insights/, /connect the account again/),
      ]);
      await lever('end', { subcode: 458 });
      expect(await checkInstagramLogin(configure(), stored())).toMatchObject([
        fault('error', /rejects a connected login \(code 190/, /connect the account again/),
      ]);
    });

    it('is not judged while Instagram does not answer', async () => {
      await connectLinked();
      const closed = `http://127.0.0.1:${await freePort()}`;

      expect(await checkInstagramApp(configure({ INSTAGRAM_API_BASE_URL: closed }), appUrl)).toMatchObject(
        fault('error', /refuses connections/, /INSTAGRAM_API_BASE_URL/),
      );
      expect(await checkInstagramLogin(configure({ INSTAGRAM_GRAPH_BASE_URL: closed }), stored())).toMatchObject([
        fault('error', /refuses connections/, /INSTAGRAM_GRAPH_BASE_URL/),
      ]);
      await setFaults([{ fault: 'service', match: { path: 'access_token' } }]);
      expect(await checkInstagramApp(configure(), appUrl)).toMatchObject({ level: 'error' });
      await setFaults([]);
    });

    async function connectLinked() {
      const client = await app.withPlan(pageless.email, 'starter');
      const accountId = await connectInstagram(app, client);
      const { accountRefs } = await client.load();
      if (!accountRefs.some((one) => one.accountId === accountId)) await client.link(accountId);
    }
  });
});
