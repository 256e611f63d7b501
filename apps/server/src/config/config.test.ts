import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
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

  it('keeps the issuer to the letter: its last slash counts', () => {
    expect(readConfig(providers).oidc.issuer).toBe('https://id.example.com/');
  });

  it('shows no secret when it is printed', () => {
    const config = readConfig(providers);

    expect(`${inspect(config, { depth: 9 })}${JSON.stringify(config)}`).not.toContain('very secret');
  });

  it('wants the sandbox only while no real provider is named, and never in production', () => {
    expect(wantsSandbox({})).toBe(true);
    expect(wantsSandbox({ OIDC_ISSUER: 'https://id.example.com' })).toBe(false);
    expect(wantsSandbox({ NODE_ENV: 'production' })).toBe(false);
    expect(wantsSandbox({ SANDBOX: 'off' })).toBe(false);
  });
});
