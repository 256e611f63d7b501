import { createHash } from 'node:crypto';
import { listShares, openShare, unlinkAccount } from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, openAsStranger, share, toChoice, toToken } from '../../../test/shared-page.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { startSynced, untilSynced } from '../../../test/world.ts';

const email = 'theo@sandbox.test';
const passcode = 'herons wade';
let app: TestApp;
let theo: TestClient;
let accountId: string;
let username: string;

beforeAll(async () => {
  app = await startTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } });
  const synced = await startSynced(app, email, { plan: 'starter' });
  theo = synced.client;
  ({ id: accountId, username } = synced.account);
}, 120_000);
beforeEach(() => app.db.deleteFrom('share_failure').execute());
afterAll(() => app.close());

/** Reads all data that the links have stored. */
const readStored = async () => JSON.stringify(await app.db.selectFrom('share_link').selectAll().execute());
const open = (token: string, guess: string | null = null) => openAsStranger(app, token, guess);

/** Opens a link from another network. */
async function openFrom(ip: string, token: string, guess: string): Promise<string> {
  const answer = await fetch(`${app.url}/api/v1${openShare.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ token, passcode: guess }),
  });
  const { error, state } = (await answer.json()) as { error?: { code: string }; state?: string }; // as declared
  return error?.code ?? state ?? '';
}

describe('tokens', () => {
  it("160: everything but a link's token gets the same answer", async () => {
    const link = await share(theo, toChoice([accountId]));
    const token = toToken(link);
    const hash = createHash('sha256').update(token).digest('base64url');
    const guesses = [
      '',
      'a',
      'a'.repeat(43),
      token.slice(1),
      `${token}a`,
      token.toLowerCase(),
      hash,
      link.id,
      `${token} `,
    ];

    const answers = await Promise.all(guesses.map((guess) => open(guess)));

    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ code: 'share_not_found', message: answers[0]?.body.error?.message });
    }
    expect((await open(token)).status).toBe(200);
  });

  it('162: a token opens nothing else, neither as a bearer token nor as a key', async () => {
    const token = toToken(await share(theo, toChoice([accountId])));

    for (const bearer of [token, `tmk_${token}`])
      for (const [method, path] of [
        ['GET', '/account/list'],
        ['GET', '/user/shares'],
        ['GET', '/user/export'],
        ['POST', '/metrics/account/timeseries/views'],
        ['POST', '/batch'],
        ['DELETE', `/user/shares/${token}`],
      ]) {
        const answer = await fetch(`${app.url}/api/v1${path}`, {
          method: method ?? 'GET',
          headers: { authorization: `Bearer ${bearer}` },
        });
        expect(answer.status, path).toBe(401);
      }
  });
});

describe('passcodes', () => {
  it('164: guesses from a network are slowed down, at this link only', async () => {
    const [link, other] = [
      await share(theo, toChoice([accountId]), { passcode }),
      await share(theo, toChoice([accountId]), { passcode }),
    ];
    const codes: string[] = [];

    for (let turn = 0; turn < 9; turn += 1) codes.push(await openFrom('203.0.113.7', toToken(link), `guess ${turn}`));

    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'passcode_rejected'));
    expect(codes).toContain('passcode_blocked');
    await app.db
      .updateTable('share_failure')
      .set({ blocked_until: new Date(Date.now() + 60_000) })
      .where('blocked_until', 'is not', null)
      .execute();
    expect(await openFrom('203.0.113.7', toToken(link), passcode)).toBe('passcode_blocked');
    expect(await openFrom('203.0.113.7', toToken(other), passcode)).toBe('open');
    expect(await openFrom('198.51.100.1', toToken(link), passcode)).toBe('open');
  });

  it('164: concurrent guesses count separately', async () => {
    const link = await share(theo, toChoice([accountId]), { passcode });

    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => openFrom('203.0.113.8', toToken(link), `guess ${turn}`)),
    );

    expect(codes.filter((code) => code === 'passcode_rejected').length).toBeLessThanOrEqual(6);
  });

  it("165: guesses from many networks stop at the link's limit, and its owner’s other links stay open", async () => {
    const [link, other] = [
      await share(theo, toChoice([accountId]), { passcode }),
      await share(theo, toChoice([accountId]), { passcode }),
    ];
    const codes: string[] = [];

    for (let turn = 0; turn < 70 && codes.at(-1) !== 'passcode_blocked'; turn += 1)
      codes.push(await openFrom(`198.51.100.${turn}`, toToken(link), `guess ${turn}`));

    expect(codes.at(-1)).toBe('passcode_blocked');
    expect(codes.length).toBeGreaterThan(49);
    expect(await openFrom('203.0.113.9', toToken(other), passcode)).toBe('open');
  });

  it('169: an answer does not reveal whether a passcode was close, and its hash is not exported', async () => {
    const link = await share(theo, toChoice([accountId]), { passcode });

    const answers = await Promise.all(['x', 'herons wad', 'herons wade!'].map((guess) => open(toToken(link), guess)));

    for (const { status, body } of answers) expect([status, body.error?.code]).toEqual([422, 'passcode_rejected']);
    expect(new Set(answers.map(({ body }) => body.error?.message)).size).toBe(1);
    expect(JSON.stringify(await theo.call(listShares, {}))).not.toContain('argon2');
  });
});

it('166: a title must be visible text on one line, and markup in it stays text', async () => {
  for (const title of ['', ' ', '\u202egnp', 'a\nb', '\u200b'])
    await expect(share(theo, toChoice([accountId], { title })), JSON.stringify(title)).rejects.toMatchObject({
      code: 'invalid_input',
    });

  const title = '<script>alert(1)</script>';
  const { body, headers } = await open(toToken(await share(theo, toChoice([accountId], { title }))));

  expect(body).toMatchObject({ state: 'open', content: { title } });
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it('171: frozen metrics contain nothing from an account once its data is deleted', async () => {
  const frozen = await share(theo, toChoice([accountId]), { isFrozen: true });
  const { user } = await theo.load();

  await theo.call(unlinkAccount, { body: { accountId, type: 'instagram_account' } });
  await app.db
    .updateTable('account')
    .set({ orphaned_at: new Date(0) })
    .execute();

  await until(readStored, (text) => !text.includes(accountId) && !text.includes(username));
  expect(codeOf(await open(toToken(frozen)))).toBe('share_empty');
  await app.db.deleteFrom('share_link').where('user_id', '=', user._id).execute();
  await theo.link(accountId);
  await untilSynced(theo, accountId);
});

it('171: frozen metrics contain nothing from an account after Meta requests its deletion', async () => {
  const sections = [
    { kind: 'metrics' as const, comment: '' },
    { kind: 'posts' as const, comment: '' },
  ];
  const frozen = await share(theo, toChoice([accountId], { sections }), { isFrozen: true });
  const live = await share(theo, toChoice([accountId], { sections }));
  expect(await readStored()).toContain(username);

  const order = { callbackUrl: `${app.url}/api/v1/webhooks/meta/deletion`, kind: 'signed-request', email };
  await app.control('webhooks/meta', { method: 'POST', body: JSON.stringify(order) });

  await until(readStored, (text) => !text.includes(accountId));
  expect(await readStored()).not.toContain(username);
  for (const link of [frozen, live]) expect(codeOf(await open(toToken(link)))).toBe('share_empty');
});
