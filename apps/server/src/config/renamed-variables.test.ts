import { expect, it } from 'vitest';
import { ConfigError, readConfig, readPlaces } from './config.ts';
import { listDeprecations } from './renamed-variables.ts';

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
    readConfig({ ...providers, ...variables });
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

it('accepts the old names of variables, and warns about each', () => {
  const old = {
    ACCOUNTS_AT_ONCE: '7',
    REQUESTS_PER_MINUTE_AND_ADDRESS: '700',
    REQUESTS_PER_MINUTE_AND_USER: '70',
    META_DAY_ZONE: 'Europe/Oslo',
    METRICS_SECRET: 'sixteen characters',
  };

  const { syncConcurrency, limits, meta, metrics } = readConfig({ ...providers, ...old, METRICS_TOKEN: '' });

  expect({ syncConcurrency, perIp: limits.perIp, perUser: limits.perUser, zone: meta.dayZone }).toEqual({
    syncConcurrency: 7,
    perIp: 700,
    perUser: 70,
    zone: 'Europe/Oslo',
  });
  expect(metrics.token?.reveal()).toBe('sixteen characters');
  expect(listDeprecations({ ...providers, ...old })).toHaveLength(5);
  expect(listDeprecations({ ACCOUNTS_AT_ONCE: '7', SYNC_CONCURRENCY: '7' })).toEqual([
    'ACCOUNTS_AT_ONCE is deprecated and will stop working in the next release: use SYNC_CONCURRENCY.',
  ]);
  expect(listDeprecations({ SYNC_CONCURRENCY: '7', ACCOUNTS_AT_ONCE: '' })).toEqual([]);
});

it('rejects a variable that is set differently under its old and its new name', () => {
  const both = { ACCOUNTS_AT_ONCE: '7', SYNC_CONCURRENCY: '8' };

  expect(listProblems({ ...both, ACCOUNTS_AT_ONCE: '8' })).toEqual([]);
  expect(listProblems({ ...both, LOG_LEVEL: 'loud' })).toEqual([
    'SYNC_CONCURRENCY: differs from ACCOUNTS_AT_ONCE, its old name: set only SYNC_CONCURRENCY',
    expect.stringContaining('LOG_LEVEL'),
  ]);
  expect(() => readPlaces(both)).toThrow('differs from ACCOUNTS_AT_ONCE');
  expect(listProblems({ ACCOUNTS_AT_ONCE: '700' })).toEqual([expect.stringContaining('ACCOUNTS_AT_ONCE: ')]);
});
