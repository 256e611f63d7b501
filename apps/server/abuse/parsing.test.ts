import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { ask } from './ask.ts';
import { runCases, type Case } from './cases.ts';

const profile = 'PATCH /user/profile';
const json = { 'content-type': 'application/json' };
const stolen = [
  'role',
  'roles',
  'isAdmin',
  'id',
  '_id',
  'sub',
  'iss',
  'email',
  'plan',
  'stripeCustomerId',
  'createdAt',
  'throttle',
];
const names: [string, string][] = [
  ['NUL', '"a\\u0000b"'],
  ['half a character', '"a\\ud800"'],
  ['10,001 characters', JSON.stringify('a'.repeat(10_001))],
  ['a turned direction', '"a\\u202eb"'],
  ['an isolated direction', '"a\\u2066b"'],
  ['two lines', '"a\\nb"'],
  ['nothing but spaces', '"   "'],
  ['nothing that can be seen', '"\\u200b\\u2060"'],
  ['a number', '1'],
  ['a list', '["a"]'],
];

const cases: Case[] = [
  ...stolen.map((key) => ({
    id: key === 'role' ? 36 : 37,
    what: `${key}, given with a name`,
    as: 'maya' as const,
    ask: profile,
    json: { name: 'Other', [key]: 'system-admin' },
    status: 400,
  })),
  ...['__proto__', 'constructor'].map((key) => ({
    id: 38,
    what: `${key}, given with a name`,
    as: 'maya' as const,
    ask: profile,
    body: `{"name":"Other","${key}":{"prototype":{"role":"system-admin"}}}`,
    headers: json,
    status: 400,
  })),
  ...names.map(([what, name]) => ({
    id: 39,
    what: `a name with ${what}`,
    as: 'maya' as const,
    ask: profile,
    body: `{"name":${name}}`,
    headers: json,
    status: 400,
  })),
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    '',
  ].map((type) => ({
    id: 40,
    what: `a body of type “${type}”`,
    as: 'maya' as const,
    ask: profile,
    body: new Blob(['{"name":"Other","role":"system-admin"}'], { type }),
    headers: type ? { 'content-type': type } : {},
    status: 415,
  })),
  {
    id: 40,
    what: 'JSON with a tab behind its type',
    as: 'maya',
    ask: profile,
    body: '{"role":"system-admin"}',
    headers: { 'content-type': 'application/json\t' },
    status: 400,
  },
  {
    id: 40,
    what: 'JSON with another encoding in its type',
    as: 'maya',
    ask: profile,
    body: '{"role":"system-admin"}',
    headers: { 'content-type': 'application/json; charset=utf-16' },
    status: 400,
  },
  {
    id: 41,
    what: 'a body of 256 KB and a byte',
    as: 'maya',
    ask: profile,
    body: `"${'x'.repeat(256 * 1024 - 1)}"`,
    headers: json,
    status: 413,
  },
  {
    id: 41,
    what: 'ten thousand lists in one another',
    as: 'maya',
    ask: profile,
    body: `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    headers: json,
    status: 400,
  },
  {
    id: 41,
    what: 'ten thousand objects in one another',
    as: 'maya',
    ask: profile,
    body: `${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    headers: json,
    status: 400,
  },
  { id: 42, what: 'a body cut short', as: 'maya', ask: profile, body: '{"name":"Oth', headers: json, status: 400 },
  { id: 42, what: 'no body', as: 'maya', ask: profile, status: 400 },
  { id: 42, what: 'an empty JSON body', as: 'maya', ask: profile, body: '', headers: json, status: 400 },
  {
    id: 42,
    what: 'a key that is given twice, the second time wrongly',
    as: 'maya',
    ask: profile,
    body: '{"name":"Maya Lindqvist","name":7}',
    headers: json,
    status: 400,
  },
  ...['"1"', '1e309', '-0', '0', '-1', '1.5', '12345678901234567890', 'null', 'true', '[1]'].map((issueNumber) => ({
    id: 51,
    what: `an id given as ${issueNumber}`,
    as: 'maya' as const,
    ask: 'POST /roadmap/upvote',
    body: `{"issueNumber":${issueNumber},"userName":"Maya Lindqvist","userId":"$U1"}`,
    headers: json,
    status: 400,
  })),
  {
    id: 51,
    what: 'NUL in the id of a document',
    as: 'maya',
    ask: 'POST /sse/subscribe',
    json: { docType: 'account', docId: 'a\u0000b' },
    status: 400,
  },
  {
    id: 51,
    what: 'NUL in an address',
    as: 'olu',
    ask: 'PUT /admin/accounts/a%00b/throttle',
    json: { throttle: 2 },
    status: 400,
  },
  { id: 51, what: 'NUL in a search', as: 'olu', ask: 'GET /admin/users?search=%00', status: 400 },
  {
    id: 51,
    what: 'bytes that are no text in an address',
    as: 'olu',
    ask: 'PUT /admin/accounts/%ff/throttle',
    json: { throttle: 2 },
    status: 404,
  },
  { id: 51, what: 'the same question twice', as: 'olu', ask: 'GET /admin/users?search=a&search=b', status: 400 },
];
runCases(cases);

describe('malformed input', () => {
  const Loaded = z.object({ user: z.looseObject({ name: z.string(), role: z.string(), email: z.string() }) });

  it('36, 37: leaves Maya unchanged', async () => {
    const { user } = Loaded.parse((await ask({ as: 'maya', ask: 'POST /user/load', json: {} })).json);

    expect(user).toMatchObject({ name: 'Maya Lindqvist', role: 'user', email: 'maya@sandbox.test' });
  });

  it('39: a name with four-byte characters is returned unchanged', async () => {
    const name = 'Maya 🌊👩‍🔬 Łindqvist';
    await ask({ as: 'maya', ask: profile, json: { name } });

    const { user } = Loaded.parse((await ask({ as: 'maya', ask: 'POST /user/load', json: {} })).json);
    await ask({ as: 'maya', ask: profile, json: { name: 'Maya Lindqvist' } });

    expect(user.name).toBe(name);
  });

  it('24: a header named like an object property does no harm', async () => {
    const answer = await fetch(`${inject('program').api}/health`, { headers: { __proto__: 'x', constructor: 'y' } });

    expect(answer.status).toBe(200);
  });
});
