import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../test/start-test-app.ts';
import { ConfigError, readConfig, wantsSandbox } from './config.ts';

const providers = {
  OIDC_ISSUER: 'https://id.example.com/',
  OIDC_CLIENT_ID: 'tidemark',
  OIDC_AUDIENCE: 'https://api.example.com',
  META_APP_ID: '1',
  META_APP_SECRET: 'very secret indeed',
  META_LOGIN_CONFIG_ID: '2',
};

function listProblems(variables: Record<string, string>): string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

describe('the configuration', () => {
  it('accepts tokens for the MCP server only if another provider issues them', () => {
    const { OIDC_ISSUER: _, OIDC_CLIENT_ID: __, OIDC_AUDIENCE: ___, ...others } = providers;

    expect(readConfig(providers).mcpResource).toBeNull();
    expect(readConfig({ ...providers, MCP_OAUTH: 'on', APP_URL: 'http://localhost:3000/' }).mcpResource).toBe(
      'http://localhost:3000/mcp',
    );
    expect(listProblems({ ...others, MCP_OAUTH: 'on' })).toEqual([
      'MCP_OAUTH: needs OIDC_ISSUER: the built-in sign-in issues no tokens for programs',
    ]);
  });

  it('requires a second factor where Tidemark asks for it', () => {
    const { OIDC_ISSUER: _, OIDC_CLIENT_ID: __, OIDC_AUDIENCE: ___, ...others } = providers;

    expect(readConfig(others).requireSecondFactor).toBe('none');
    expect(readConfig({ ...others, REQUIRE_SECOND_FACTOR: 'all' }).requireSecondFactor).toBe('all');
    expect(listProblems({ ...providers, REQUIRE_SECOND_FACTOR: 'operators' })).toEqual([
      'REQUIRE_SECOND_FACTOR: is for the built-in sign-in: require a second factor at the provider of OIDC_ISSUER',
    ]);
  });

  it('has a default for everything but the providers', () => {
    expect(readConfig(providers)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      production: false,
      databaseUrl: null,
      meta: { dayZone: 'America/Los_Angeles' },
    });
  });

  it.each(['http://localhost:3000/tidemark', 'http://localhost:3000/?a=1', 'http://a:b@localhost:3000'])(
    'rejects the address %s',
    (APP_URL) => {
      expect(listProblems({ ...providers, APP_URL })).toEqual([
        expect.stringMatching(/^APP_URL: must be an address without a path/),
      ]);
    },
  );

  it('makes no backups without a folder, and by default keeps 14', () => {
    expect(readConfig(providers).backups).toBeNull();
    expect(readConfig({ ...providers, BACKUP_DIR: '/backups' }).backups).toEqual({
      folder: '/backups',
      keep: 14,
      minuteOfDay: 150,
    });
  });

  it.each([
    [{ BACKUP_KEEP: '0' }, /^BACKUP_KEEP: /],
    [{ BACKUP_AT: '24:00' }, /^BACKUP_AT: must be a time of day/],
    [{ BACKUP_DIR: '/data/backups', DATA_DIR: '/data' }, /^BACKUP_DIR: must be outside DATA_DIR/],
    [{ BACKUP_DIR: '/data', DATA_DIR: '/data' }, /^BACKUP_DIR: must be outside DATA_DIR/],
  ])('rejects %o', (variables: Record<string, string>, problem) => {
    expect(listProblems({ ...providers, ...variables })).toEqual([expect.stringMatching(problem)]);
  });

  it('accepts backups beside the data folder', () => {
    expect(listProblems({ ...providers, BACKUP_DIR: '/data..backups', DATA_DIR: '/data' })).toEqual([]);
  });

  it('accepts a trailing slash in its address', () => {
    expect(readConfig({ ...providers, APP_URL: 'http://localhost:3000/' }).appUrl).toBe('http://localhost:3000');
  });

  it('accepts addresses in any spelling, and converts domains to ASCII', () => {
    const { operatorEmails, mail } = readConfig({
      ...providers,
      OPERATOR_EMAILS: 'Anna@BÜCHER.example, dörte@example.com,a&b@example.com',
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'Bücher <post@bücher.example>',
      MAIL_RETURN_PATH: 'bounces@bücher.example',
    });

    expect(operatorEmails).toEqual(['anna@xn--bcher-kva.example', 'dörte@example.com', 'a&b@example.com']);
    expect(mail).toMatchObject({
      from: { name: 'Bücher', address: 'post@xn--bcher-kva.example' },
      returnPath: 'bounces@xn--bcher-kva.example',
    });
    expect(listProblems({ ...providers, OPERATOR_EMAILS: 'anna' })).toEqual([
      'OPERATOR_EMAILS: must be email addresses separated by commas',
    ]);
    for (const MAIL_FROM of [
      'a@b\u202e.example',
      'a\u0000@b.example',
      'a@b.example\r\nBcc: c@d.example',
      'a@b@c.example',
    ])
      expect(listProblems({ ...providers, SMTP_URL: 'smtp://localhost', MAIL_FROM })).toEqual([
        expect.stringMatching(/^MAIL_FROM: /),
      ]);
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ ...providers, PORT: '', LOG_LEVEL: '' }).port).toBe(3000);
  });

  it('reports every mistake at once, by name and without values', () => {
    const problems = listProblems({
      ...providers,
      PORT: 'none',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://user:hunter2@host/db',
      META_GRAPH_VERSION: '25',
      META_INSIGHTS_TIMEZONE: 'Mars/Olympus',
      OIDC_ISSUER: 'not an address',
    });

    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'META_GRAPH_VERSION',
      'META_INSIGHTS_TIMEZONE',
      'OIDC_ISSUER',
      'PORT',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('requires all payment variables in production, or none', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_abc123', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
    const production = {
      ...providers,
      NODE_ENV: 'production',
      APP_URL: 'https://app.example.com',
      ENCRYPTION_KEYS: `main:${randomBytes(32).toString('base64')}`,
    };

    expect(readConfig(providers).stripe).toBeNull();
    expect(readConfig({ ...providers, ...stripe }).stripe?.baseUrl).toBe('https://api.stripe.com');
    expect(listProblems({ ...providers, STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY })).toEqual([]);
    expect(listProblems({ ...production, ...stripe })).toEqual([]);
    for (const [variables, name] of [
      [{ ...production, ...stripe, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
      [{ ...providers, STRIPE_WEBHOOK_SECRET: stripe.STRIPE_WEBHOOK_SECRET }, 'STRIPE_SECRET_KEY'],
      [{ ...providers, STRIPE_SECRET_KEY: 'pk_live_abc123' }, 'STRIPE_SECRET_KEY'],
      [{ ...providers, ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET'],
      [{ ...providers, ...stripe, STRIPE_API_BASE_URL: 'https://proxy.example/stripe' }, 'STRIPE_API_BASE_URL'],
    ] as const)
      expect(listProblems(variables).map((problem) => problem.split(':')[0])).toEqual([name]);
  });

  it('names the missing variables when only some provider variables are set', () => {
    expect(listProblems({ OIDC_ISSUER: 'https://id.example.com', META_APP_ID: '1' }).sort()).toEqual([
      'META_APP_SECRET: is missing',
      'META_LOGIN_CONFIG_ID: is missing',
      'OIDC_AUDIENCE: is missing',
      'OIDC_CLIENT_ID: is missing',
    ]);
  });

  it('is its own identity provider without another, unless something belongs to one', () => {
    const { OIDC_ISSUER: _, OIDC_CLIENT_ID: __, OIDC_AUDIENCE: ___, ...others } = providers;

    expect(readConfig({ ...others, APP_URL: 'http://localhost:4000' }).oidc).toMatchObject({
      isBuiltIn: true,
      issuer: 'http://localhost:4000/id',
    });
    expect(readConfig(providers).oidc).toMatchObject({ isBuiltIn: false, issuer: providers.OIDC_ISSUER });
    expect(listProblems({ ...others, OIDC_CLIENT_ID: 'tidemark' })).toEqual([
      'OIDC_ISSUER: is missing: OIDC_CLIENT_ID belongs to an identity provider',
    ]);
  });

  it('leaves the Meta app to an operator, unless it is given in part', () => {
    const production = {
      NODE_ENV: 'production',
      APP_URL: 'https://app.example.com',
      ENCRYPTION_KEYS: `main:${randomBytes(32).toString('base64')}`,
    };
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_AUDIENCE } = providers;

    expect(readConfig(production).meta).toMatchObject({ isConfigured: false, appId: '' });
    expect(readConfig({ ...production, ...providers }).meta.isConfigured).toBe(true);
    expect(listProblems({ ...production, META_APP_ID: '1' })).toEqual([
      'META_APP_SECRET: is missing',
      'META_LOGIN_CONFIG_ID: is missing',
    ]);
    // Otherwise it would verify Meta's calls with an empty secret.
    expect(listProblems({ ...production, META_WEBHOOK_VERIFY_TOKEN: 'a token' })).toHaveLength(3);
    expect(readConfig({ ...production, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_AUDIENCE }).meta.isConfigured).toBe(false);
  });

  it('requires https and an encryption key in production', () => {
    const problems = listProblems({ ...providers, NODE_ENV: 'production', OIDC_ISSUER: 'http://id.example.com' });

    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'APP_URL',
      'ENCRYPTION_KEYS',
      'OIDC_ISSUER',
    ]);
  });

  it('reports seven mistakes of different kinds at once', () => {
    const problems = listProblems({
      ...providers,
      NODE_ENV: 'production',
      APP_URL: 'http://tidemark.example.com',
      OIDC_ISSUER: 'http://id.example.com',
      ENCRYPTION_KEYS: `main:${Buffer.alloc(31, 5).toString('base64')}`,
      TRUST_PROXY: 'true',
      PORT: 'none',
      META_APP_SECRET: 'changeme',
      REDIS_URL: 'redis://127.0.0.1:6379',
    });

    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'APP_URL',
      'DATABASE_URL',
      'ENCRYPTION_KEYS',
      'META_APP_SECRET',
      'OIDC_ISSUER',
      'PORT',
      'TRUST_PROXY',
    ]);
  });

  describe('the production configuration', () => {
    const production = {
      ...providers,
      NODE_ENV: 'production',
      APP_URL: 'https://app.example.com',
      ENCRYPTION_KEYS: `main:${randomBytes(32).toString('base64')}`,
    };
    const remote = {
      DATABASE_URL: 'postgres://u:p@db.example.com/tidemark',
      REDIS_URL: 'redis://redis.example.com:6379',
    };

    it('requires TLS for mail to other machines, and both of its variables', () => {
      const mail = (SMTP_URL: string, more = {}) =>
        listProblems({ ...production, SMTP_URL, MAIL_FROM: 'Tidemark <us@example.com>', ...more });

      expect(mail('smtp://u:p@mail.example.com?tls=off')).toEqual([expect.stringMatching(/^SMTP_URL: .*TLS/)]);
      expect(mail('smtp://u:p@mail.example.com?tls=off', { ALLOW_PLAINTEXT: 'SMTP_URL' })).toEqual([]);
      for (const address of ['smtp://u:p@mail.example.com:587', 'smtps://mail.example.com', 'smtp://127.0.0.1:25'])
        expect(mail(address)).toEqual([]);
      expect(mail('smtp://mail.example.com', { MAIL_FROM: '' })).toEqual([
        expect.stringMatching(/^MAIL_FROM: is missing/),
      ]);
      expect(mail('smtp://mail.example.com', { MAIL_FROM: 'a <b@c.test>, d@e.test' })).toEqual([
        expect.stringMatching(/^MAIL_FROM: must look like/),
      ]);
      expect(mail('http://mail.example.com')).toContainEqual(expect.stringMatching(/^SMTP_URL: must look like smtp/));
    });

    it('requires TLS for databases on other networks', () => {
      expect(listProblems({ ...production, ...remote })).toEqual([
        expect.stringMatching(/^DATABASE_URL: .*sslmode=verify-full/),
        expect.stringMatching(/^REDIS_URL: .*rediss/),
      ]);
      expect(listProblems({ ...production, ...remote, ALLOW_PLAINTEXT: 'DATABASE_URL,REDIS_URL' })).toEqual([]);
      const encrypted = {
        DATABASE_URL: `${remote.DATABASE_URL}?sslmode=verify-full`,
        REDIS_URL: 'rediss://redis.example.com:6379',
      };
      expect(listProblems({ ...production, ...encrypted })).toEqual([]);
    });

    it.each(['db', 'localhost', '127.0.0.1', '10.1.2.3', '[fd00::7]', '172.18.0.2'])(
      'accepts a database on the local network, at %s, without TLS',
      (host) => expect(listProblems({ ...production, DATABASE_URL: `postgres://u:p@${host}/tidemark` })).toEqual([]),
    );

    it('requires TLS if one of several database servers is on another network', () => {
      const servers = 'postgres://u:p@10.1.2.3:5432,db.example.com:5432/tidemark';

      expect(listProblems({ ...production, DATABASE_URL: servers })).toEqual([
        expect.stringMatching(/^DATABASE_URL: .*sslmode=verify-full/),
      ]);
      expect(listProblems({ ...production, DATABASE_URL: `${servers}?sslmode=verify-full` })).toEqual([]);
    });

    it('accepts a database behind a socket', () => {
      const socket = 'postgres:///tidemark?host=/var/run/postgresql';

      expect(listProblems({ ...production, DATABASE_URL: socket })).toEqual([]);
    });

    it.each([
      'APP_URL',
      'OIDC_ISSUER',
      'META_SDK_URL',
      'META_DIALOG_BASE_URL',
      'META_GRAPH_BASE_URL',
      'GITHUB_API_BASE_URL',
      'STRIPE_API_BASE_URL',
    ])('rejects plain http in %s', (name) => {
      const withStripe = { STRIPE_SECRET_KEY: 'sk_live_abc123', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };

      expect(listProblems({ ...production, ...withStripe, [name]: 'http://other.example' })).toEqual([
        `${name}: must be an https URL in production`,
      ]);
    });
  });

  it('allows serving other machines or charging real cards only in production or when enabled explicitly', () => {
    const open = { ...providers, HOST: '0.0.0.0' };

    expect(listProblems(open)).toEqual([expect.stringMatching(/^HOST: .*NODE_ENV=production/)]);
    expect(listProblems({ ...open, ALLOW_PLAINTEXT: 'HOST' })).toEqual([]);
    expect(listProblems({ ...open, ALLOW_PLAINTEXT: 'APP_URL' }).join()).toContain('ALLOW_PLAINTEXT');
    for (const APP_URL of ['https://tidemark.example.com', 'http://tidemark.example.com', 'https://10.0.0.7'])
      expect(listProblems({ ...providers, APP_URL })).toEqual([
        expect.stringMatching(/^APP_URL: .*NODE_ENV=production/),
      ]);
    for (const APP_URL of ['http://localhost:3000', 'https://localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(listProblems({ ...providers, APP_URL })).toEqual([]);
    const onTheNetwork = { ...open, ALLOW_PLAINTEXT: 'HOST', APP_URL: 'http://10.0.0.7:3000' };
    expect(listProblems(onTheNetwork)).toEqual([]);
    expect(listProblems({ ...onTheNetwork, APP_URL: 'https://tidemark.example.com' })).toHaveLength(1);
    expect(listProblems({ ...providers, STRIPE_SECRET_KEY: 'sk_live_abc123' })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY: .*live/),
    ]);
  });

  it.each(['true', '*', '1', '0.0.0.0/0', '::/0', '0.0.0.0/1', '128.0.0.0/1', '2000::/3', 'proxy.example.com'])(
    'does not accept %s as a trusted proxy',
    (proxy) => {
      expect(listProblems({ ...providers, TRUST_PROXY: `127.0.0.1,${proxy}` })).toEqual([
        expect.stringContaining('TRUST_PROXY'),
      ]);
    },
  );

  it.each(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1', 'loopback'])('accepts %s as a trusted proxy', (proxy) => {
    expect(listProblems({ ...providers, TRUST_PROXY: proxy })).toEqual([]);
  });

  it('rejects keys that are short, duplicated, or not random in production', () => {
    const key = (bytes: Buffer, id = 'main') => `${id}:${bytes.toString('base64')}`;
    const good = key(randomBytes(32));
    const production = { ...providers, NODE_ENV: 'production', APP_URL: 'https://tidemark.example.com' };

    expect(listProblems({ ...production, ENCRYPTION_KEYS: good })).toEqual([]);
    for (const keys of [key(randomBytes(31)), 'main', `${good},${good}`, key(Buffer.alloc(32, 7)), `${good},old:`])
      expect(listProblems({ ...production, ENCRYPTION_KEYS: keys }), keys).toEqual([
        expect.stringContaining('ENCRYPTION_KEYS'),
      ]);
  });

  it('rejects every secret of the sandbox in production', async () => {
    const app = await startTestApp({ work: false });
    await app.close();
    const given = Object.entries(app.sandbox.environment).filter(([name]) => /SECRET|TOKEN|KEY/.test(name));

    const problems = listProblems({ ...providers, ...Object.fromEntries(given), NODE_ENV: 'production' });

    expect(given.length).toBeGreaterThan(1);
    for (const [name] of given) expect(problems).toContain(`${name}: is the sandbox’s value, which is public`);
  });

  it('preserves the trailing slash of the issuer', () => {
    expect(readConfig(providers).oidc.issuer).toBe('https://id.example.com/');
  });

  it('redacts secrets when it is printed', () => {
    const config = readConfig(providers);

    expect(`${inspect(config, { depth: 9 })}${JSON.stringify(config)}`).not.toContain('very secret');
  });

  it('requires the GitHub token and repository together', () => {
    const token = { GITHUB_TOKEN: 'github_pat_x' };
    const repository = { GITHUB_REPOSITORY: 'owner/name' };

    expect(listProblems({ ...providers, ...token, ...repository })).toEqual([]);
    expect(listProblems({ ...providers, ...token })).toEqual([expect.stringContaining('GITHUB_REPOSITORY')]);
    expect(listProblems({ ...providers, ...repository })).toEqual([expect.stringContaining('GITHUB_TOKEN')]);
    expect(listProblems({ ...providers, ...token, GITHUB_REPOSITORY: 'name' })).toEqual([
      expect.stringContaining('owner/name'),
    ]);
  });

  it('requires a GitHub App’s ID and key together, and no token beside them', () => {
    const repository = { GITHUB_REPOSITORY: 'owner/name' };
    const app = { ...repository, GITHUB_APP_ID: '917352' };

    expect(listProblems({ ...providers, ...app })).toEqual([
      'GITHUB_APP_PRIVATE_KEY_FILE: is missing: required by GITHUB_APP_ID',
    ]);
    expect(listProblems({ ...providers, ...app, GITHUB_APP_PRIVATE_KEY_FILE: '/nowhere' })).toEqual([
      'GITHUB_APP_PRIVATE_KEY_FILE: cannot be read (ENOENT)',
    ]);
    expect(listProblems({ ...providers, ...app, GITHUB_TOKEN: 'x' })).toContain(
      'GITHUB_TOKEN: must not be set with GITHUB_APP_ID: remove one',
    );
    expect(listProblems({ ...providers, ...repository, GITHUB_TOKEN: 'x', GITHUB_WEBHOOK_SECRET: 'short' })).toEqual([
      'GITHUB_WEBHOOK_SECRET: must have at least 16 characters',
    ]);
  });

  it('disables metrics, and the API page in production, by default', () => {
    const { metrics, apiDocs } = readConfig(providers);
    const production = {
      ...providers,
      NODE_ENV: 'production',
      APP_URL: 'https://tidemark.example.com',
      ENCRYPTION_KEYS: `main:${randomBytes(32).toString('base64')}`,
    };

    expect(metrics).toMatchObject({ port: null, host: '127.0.0.1', token: null });
    expect(apiDocs).toBe(true);
    expect(readConfig({ ...providers, API_DOCS: 'off' }).apiDocs).toBe(false);
    expect(readConfig(production).apiDocs).toBe(false);
    expect(readConfig({ ...production, API_DOCS: 'on' }).apiDocs).toBe(true);
    expect(listProblems({ ...providers, METRICS_TOKEN: 'short', API_DOCS: 'yes' })).toEqual([
      expect.stringContaining('METRICS_TOKEN: must have at least 16 characters'),
      expect.stringContaining('API_DOCS'),
    ]);
    expect(listProblems({ ...providers, METRICS_PORT: '3000' })).toEqual(['METRICS_PORT: must differ from PORT']);
  });

  it('rejects an unusable certificate file, and explains why', () => {
    const problemsWith = (file: string) => listProblems({ ...providers, EXTRA_CA_CERTS: file });

    expect(problemsWith('/nowhere/ca.pem')).toEqual(['EXTRA_CA_CERTS: cannot be read (ENOENT)']);
    expect(problemsWith(import.meta.filename)).toEqual([expect.stringContaining('contains no certificate')]);
  });

  it('enables Instagram alone by default, and Bluesky beside it', () => {
    const problem = ['NETWORKS: must be instagram_account, or instagram_account,bluesky_account'];
    const both = readConfig({ ...providers, NETWORKS: 'bluesky_account, instagram_account' });

    expect(readConfig(providers)).toMatchObject({ networks: ['instagram_account'] });
    expect(both).toMatchObject({
      networks: ['instagram_account', 'bluesky_account'],
      bluesky: { appViewUrl: 'https://public.api.bsky.app', directoryUrl: 'https://plc.directory' },
    });
    for (const NETWORKS of ['bluesky_account', 'instagram_account,', 'instagram_account,facebook_page', ','])
      expect(listProblems({ ...providers, NETWORKS })).toEqual(problem);
    expect(
      listProblems({
        ...providers,
        NETWORKS: 'instagram_account,bluesky_account',
        APP_URL: 'http://tidemark.lan',
        ALLOW_PLAINTEXT: 'HOST',
      }),
    ).toEqual(['NETWORKS: with bluesky_account needs an https APP_URL, or localhost']);
  });

  it('uses the sandbox only without real providers, and never in production', () => {
    expect(wantsSandbox({})).toBe(true);
    expect(wantsSandbox({ OIDC_ISSUER: 'https://id.example.com' })).toBe(false);
    expect(wantsSandbox({ NODE_ENV: 'production' })).toBe(false);
    expect(wantsSandbox({ SANDBOX: 'off' })).toBe(false);
  });
});
