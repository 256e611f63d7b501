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

function problemsOf(variables: Record<string, string>): string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

describe('the configuration', () => {
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

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ ...providers, PORT: '', LOG_LEVEL: '' }).port).toBe(3000);
  });

  it('lists every mistake at once, by name, without showing a value', () => {
    const problems = problemsOf({
      ...providers,
      PORT: 'none',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://user:hunter2@host/db',
      META_GRAPH_VERSION: '25',
      META_DAY_ZONE: 'Mars/Olympus',
      OIDC_ISSUER: 'not an address',
    });

    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'META_DAY_ZONE',
      'META_GRAPH_VERSION',
      'OIDC_ISSUER',
      'PORT',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('takes payments or leaves them, and nothing in between where it counts', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_abc123', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
    const production = {
      ...providers,
      NODE_ENV: 'production',
      APP_URL: 'https://app.example.com',
      ENCRYPTION_KEYS: `main:${randomBytes(32).toString('base64')}`,
    };

    expect(readConfig(providers).stripe).toBeNull();
    expect(readConfig({ ...providers, ...stripe }).stripe?.baseUrl).toBe('https://api.stripe.com');
    expect(problemsOf({ ...providers, STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY })).toEqual([]);
    expect(problemsOf({ ...production, ...stripe })).toEqual([]);
    for (const [variables, name] of [
      [{ ...production, ...stripe, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
      [{ ...providers, STRIPE_WEBHOOK_SECRET: stripe.STRIPE_WEBHOOK_SECRET }, 'STRIPE_SECRET_KEY'],
      [{ ...providers, STRIPE_SECRET_KEY: 'pk_live_abc123' }, 'STRIPE_SECRET_KEY'],
      [{ ...providers, ...stripe, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET'],
      [{ ...providers, ...stripe, STRIPE_API_BASE_URL: 'https://proxy.example/stripe' }, 'STRIPE_API_BASE_URL'],
    ] as const)
      expect(problemsOf(variables).map((problem) => problem.split(':')[0])).toEqual([name]);
  });

  it('says which variables are missing when half of the providers are named', () => {
    expect(problemsOf({ OIDC_ISSUER: 'https://id.example.com' }).sort()).toEqual([
      'META_APP_ID: is missing',
      'META_APP_SECRET: is missing',
      'META_LOGIN_CONFIG_ID: is missing',
      'OIDC_AUDIENCE: is missing',
      'OIDC_CLIENT_ID: is missing',
    ]);
  });

  it('asks more of production: https, and a key of its own', () => {
    const problems = problemsOf({ ...providers, NODE_ENV: 'production', OIDC_ISSUER: 'http://id.example.com' });

    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
      'APP_URL',
      'ENCRYPTION_KEYS',
      'OIDC_ISSUER',
    ]);
  });

  it('lists seven mistakes of seven kinds at once', () => {
    const problems = problemsOf({
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

  it.each(['true', '*', '1', '0.0.0.0/0', '::/0', 'proxy.example.com'])('does not trust %s as a proxy', (proxy) => {
    expect(problemsOf({ ...providers, TRUST_PROXY: `127.0.0.1,${proxy}` })).toEqual([
      expect.stringContaining('TRUST_PROXY'),
    ]);
  });

  it.each(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1', 'loopback'])('trusts %s as a proxy', (proxy) => {
    expect(problemsOf({ ...providers, TRUST_PROXY: proxy })).toEqual([]);
  });

  it('takes no key that is short, named twice, or not random in production', () => {
    const key = (bytes: Buffer, id = 'main') => `${id}:${bytes.toString('base64')}`;
    const good = key(randomBytes(32));
    const production = { ...providers, NODE_ENV: 'production', APP_URL: 'https://tidemark.example.com' };

    expect(problemsOf({ ...production, ENCRYPTION_KEYS: good })).toEqual([]);
    for (const keys of [key(randomBytes(31)), 'main', `${good},${good}`, key(Buffer.alloc(32, 7)), `${good},old:`])
      expect(problemsOf({ ...production, ENCRYPTION_KEYS: keys }), keys).toEqual([
        expect.stringContaining('ENCRYPTION_KEYS'),
      ]);
  });

  it('refuses in production every secret that the sandbox gives', async () => {
    const app = await startTestApp({ work: false });
    await app.close();
    const given = Object.entries(app.sandbox.environment).filter(([name]) => /SECRET|TOKEN|KEY/.test(name));

    const problems = problemsOf({ ...providers, ...Object.fromEntries(given), NODE_ENV: 'production' });

    expect(given.length).toBeGreaterThan(1);
    for (const [name] of given) expect(problems).toContain(`${name}: is the sandbox’s, which everybody can read`);
  });

  it('keeps the issuer to the letter: its last slash counts', () => {
    expect(readConfig(providers).oidc.issuer).toBe('https://id.example.com/');
  });

  it('shows no secret when it is printed', () => {
    const config = readConfig(providers);

    expect(`${inspect(config, { depth: 9 })}${JSON.stringify(config)}`).not.toContain('very secret');
  });

  it('wants the token and the repository of the roadmap together', () => {
    const token = { GITHUB_TOKEN: 'github_pat_x' };
    const repository = { GITHUB_REPOSITORY: 'owner/name' };

    expect(problemsOf({ ...providers, ...token, ...repository })).toEqual([]);
    expect(problemsOf({ ...providers, ...token })).toEqual([expect.stringContaining('GITHUB_REPOSITORY')]);
    expect(problemsOf({ ...providers, ...repository })).toEqual([expect.stringContaining('GITHUB_TOKEN')]);
    expect(problemsOf({ ...providers, ...token, GITHUB_REPOSITORY: 'name' })).toEqual([
      expect.stringContaining('owner/name'),
    ]);
  });

  it('tells figures to nobody, and shows the page of the API outside production only, unless told', () => {
    const { metrics, apiDocs } = readConfig(providers);
    const production = {
      ...providers,
      NODE_ENV: 'production',
      APP_URL: 'https://tidemark.example.com',
      ENCRYPTION_KEYS: `main:${randomBytes(32).toString('base64')}`,
    };

    expect(metrics).toMatchObject({ port: null, host: '127.0.0.1', secret: null });
    expect(apiDocs).toBe(true);
    expect(readConfig({ ...providers, API_DOCS: 'off' }).apiDocs).toBe(false);
    expect(readConfig(production).apiDocs).toBe(false);
    expect(readConfig({ ...production, API_DOCS: 'on' }).apiDocs).toBe(true);
    expect(problemsOf({ ...providers, METRICS_SECRET: 'short', API_DOCS: 'yes' })).toEqual([
      expect.stringContaining('METRICS_SECRET: must have 16 characters'),
      expect.stringContaining('API_DOCS'),
    ]);
    expect(problemsOf({ ...providers, METRICS_PORT: '3000' })).toEqual([
      'METRICS_PORT: must be another port than PORT',
    ]);
  });

  it('wants the sandbox only while no real provider is named, and never in production', () => {
    expect(wantsSandbox({})).toBe(true);
    expect(wantsSandbox({ OIDC_ISSUER: 'https://id.example.com' })).toBe(false);
    expect(wantsSandbox({ NODE_ENV: 'production' })).toBe(false);
    expect(wantsSandbox({ SANDBOX: 'off' })).toBe(false);
  });
});
