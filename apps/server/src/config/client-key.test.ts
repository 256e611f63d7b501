import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

const toPem = (type: 'rsa' | 'ec') =>
  (type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 1_024 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  ).privateKey.export({ type: 'pkcs8', format: 'pem' });

async function listProblems(pem: string | Buffer | null, others: Record<string, string> = {}): Promise<string[]> {
  const file = path.join(folder, pem === null ? 'missing.pem' : 'key.pem');
  if (pem !== null) await writeFile(file, pem);
  try {
    readConfig({
      OIDC_ISSUER: 'https://id.example.com/',
      OIDC_CLIENT_ID: 'tidemark',
      OIDC_AUDIENCE: 'https://api.example.com',
      OIDC_CLIENT_KEY_FILE: file,
      META_APP_ID: '1',
      META_APP_SECRET: 'very secret indeed',
      META_LOGIN_CONFIG_ID: '2',
      ...others,
    });
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

it.each([
  ['does not exist', null, 'cannot be read (ENOENT)'],
  ['contains something else', 'a secret', 'contains no private key'],
  ['contains a short RSA key', toPem('rsa'), 'must be an RSA key of at least 2048 bits or a P-256 key'],
])('refuses a client key whose file %s', async (_, pem, reason) => {
  expect(await listProblems(pem)).toEqual([expect.stringContaining(`OIDC_CLIENT_KEY_FILE: ${reason}`)]);
});

it('rejects a client with both a key and a secret', async () => {
  const key = toPem('ec');

  expect(await listProblems(key)).toEqual([]);
  expect(await listProblems(key, { OIDC_CLIENT_SECRET: 'one of its own' })).toEqual([
    expect.stringContaining('OIDC_CLIENT_SECRET: belongs to a client secret'),
  ]);
});

it('accepts introspection by a client with a key', async () => {
  expect(await listProblems(toPem('ec'), { OIDC_ACCESS_TOKENS: 'introspection' })).toEqual([]);
});
