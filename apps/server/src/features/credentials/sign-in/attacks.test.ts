import {
  changePassword,
  createInvitation,
  createResetLink,
  removeCodes,
  requireCodes,
  startCodes,
} from '@tidemark/contract';
import { createHash } from 'node:crypto';
import { TOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  goodPassword,
  joinAsOperator,
  openSignInBrowser,
  operator,
  startBuiltInApp,
  toToken,
} from '../../../../test/built-in-sign-in.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const minute = 60_000;
let app: TestApp;
let client: TestClient;

beforeAll(async () => {
  app = await startBuiltInApp();
  client = await joinAsOperator(app);
});
beforeEach(() => app.db.deleteFrom('sign_in_failure').execute());
afterAll(() => app.close());

const person = (email: string) => ({ email, name: 'Person', password: goodPassword });

async function join(email: string): Promise<TestClient> {
  const { link } = await client.call(createInvitation, { body: { email, role: 'user' } });
  return openSignInBrowser(app).join(link, person(email));
}

async function guess(browser: ReturnType<typeof openSignInBrowser>, email: string, times: number) {
  const codes: (string | null)[] = [];
  for (let turn = 0; turn < times; turn += 1)
    codes.push((await browser.post('/credentials/sign-in', { email, password: `a wrong guess ${turn}` })).code);
  return codes;
}

/** Guesses once for each of many people who do not exist. */
async function tryStrangers(times: number) {
  const codes: (string | null)[] = [];
  for (let turn = 0; turn < times; turn += 1)
    codes.push(...(await guess(openSignInBrowser(app), `${crypto.randomUUID()}@tidemark.test`, 1)));
  return codes;
}

/** Keeps all current counts blocked for a minute. */
async function blockAll(): Promise<void> {
  const until = new Date(Date.now() + minute);
  await app.db.updateTable('sign_in_failure').set({ blocked_until: until }).execute();
}

/** Returns how long the email is blocked for now; ends the block. */
async function takeWaitMillis(): Promise<number> {
  const blocked = await app.db
    .selectFrom('sign_in_failure')
    .select(['failure_key', 'blocked_until', 'last_at'])
    .where('blocked_until', 'is not', null)
    .executeTakeFirstOrThrow();
  await app.db.updateTable('sign_in_failure').set({ blocked_until: new Date() }).execute();
  return (blocked.blocked_until?.getTime() ?? 0) - blocked.last_at.getTime();
}

describe('guessing passwords', () => {
  it('120: is slowed down after ten attempts, and longer with each further attempt', async () => {
    await join('guessed@tidemark.test');
    const stranger = openSignInBrowser(app);

    const codes = await guess(stranger, 'guessed@tidemark.test', 10);
    // The first short blocks may have ended before the next guess on a slow machine.
    while (codes.at(-1) !== 'sign_in_blocked') codes.push(...(await guess(stranger, 'guessed@tidemark.test', 1)));

    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'credentials_rejected'));
    expect(codes.length).toBeLessThan(20);
    expect(await openSignInBrowser(app).signInWith(person('guessed@tidemark.test'))).toBe('sign_in_blocked');
    const waits: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      waits.push(await takeWaitMillis());
      await guess(stranger, 'guessed@tidemark.test', 1);
    }
    expect(waits.slice(1, 5).every((wait, index) => wait > 1.5 * (waits[index] ?? 0))).toBe(true);
    expect(Math.max(...waits)).toBeLessThanOrEqual(15 * minute);
    expect(await openSignInBrowser(app).signInWith(operator)).toBe(`${app.url}/login`);
  });

  it('120: counts concurrent attempts separately', async () => {
    await join('flood@tidemark.test');
    const codes = await Promise.all(
      Array.from({ length: 25 }, () => guess(openSignInBrowser(app), 'flood@tidemark.test', 1)),
    );

    expect(codes.flat().filter((code) => code === 'credentials_rejected').length).toBeLessThanOrEqual(11);
  });

  it('121: does not lock the owner out in a known browser', async () => {
    const browser = openSignInBrowser(app);
    await join('owner@tidemark.test');
    await browser.signInWith(person('owner@tidemark.test'));
    await guess(openSignInBrowser(app), 'owner@tidemark.test', 14);

    expect(await openSignInBrowser(app).signInWith(person('owner@tidemark.test'))).toBe('sign_in_blocked');
    expect(await browser.signInWith(person('owner@tidemark.test'))).toBe(`${app.url}/login`);
  });

  it('122: one password tried on many users is slowed to one attempt a second per address', async () => {
    const codes = await tryStrangers(40);
    while (codes.at(-1) !== 'sign_in_blocked') codes.push(...(await tryStrangers(1)));
    const rows = await app.db.selectFrom('sign_in_failure').select(['blocked_until', 'last_at']).execute();
    const waits = rows.flatMap((row) =>
      row.blocked_until ? [row.blocked_until.getTime() - row.last_at.getTime()] : [],
    );

    expect(codes.slice(0, 29).every((code) => code === 'credentials_rejected')).toBe(true);
    expect(waits).toEqual([1_000]);
  });

  it('121: does not lock out users behind the same address', async () => {
    const own = await join('neighbour@tidemark.test');
    const known = openSignInBrowser(app);
    await known.signInWith(person('neighbour@tidemark.test'));
    const reset = openSignInBrowser(app);
    const { user } = await own.load();
    const { link } = await client.call(createResetLink, { params: { userId: user._id } });
    await tryStrangers(31);
    await blockAll();

    expect(await openSignInBrowser(app).signInWith(operator)).toBe('sign_in_blocked');
    expect(await known.signInWith(person('neighbour@tidemark.test'))).toBe(`${app.url}/login`);
    const body = { currentPassword: goodPassword, newPassword: 'six loud geese fly home' };
    expect(await own.call(changePassword, { body })).toEqual({ success: true });
    await reset.post('/credentials/link/use', { token: toToken(link), password: goodPassword });
    expect(await reset.signInWith(person('neighbour@tidemark.test'))).toBe(`${app.url}/login`);
  });

  it('123: does not reveal which users exist: the same answers, work and blocks', async () => {
    await join('known@tidemark.test');
    const answerTo = async (email: string) => {
      const answer = await openSignInBrowser(app).call('/credentials/sign-in', { email, password: 'not this one' });
      const { requestId: _, ...error } = ((await answer.json()) as { error: Record<string, unknown> }).error; // a failure
      return { status: answer.status, error, cookies: answer.headers.getSetCookie() };
    };

    expect(await answerTo('known@tidemark.test')).toEqual(await answerTo('nobody@tidemark.test'));
    const known = await guess(openSignInBrowser(app), 'known@tidemark.test', 12);
    await app.db.deleteFrom('sign_in_failure').execute();
    const unknown = await guess(openSignInBrowser(app), 'nobody@tidemark.test', 12);
    expect(unknown.at(-1)).toBe(known.at(-1));
  });

  it('120: is also slowed down for the current password with a stolen access token', async () => {
    const own = await join('stolen@tidemark.test');
    const tries: string[] = [];
    for (let turn = 0; turn < 9; turn += 1)
      tries.push(
        await own
          .call(changePassword, { body: { currentPassword: `wrong ${turn}`, newPassword: 'six loud geese fly home' } })
          .then(
            () => 'changed',
            (error: { code: string }) => error.code,
          ),
      );

    expect(new Set(tries)).toEqual(new Set(['password_wrong', 'sign_in_blocked']));
  });
});

describe('links', () => {
  it('124: are rejected if guessed, altered or expired', async () => {
    const { link } = await client.call(createInvitation, { body: { email: 'slow@tidemark.test', role: 'user' } });
    const [browser, token] = [openSignInBrowser(app), toToken(link)];
    const inspect = async (one: string) => (await browser.post('/credentials/link/inspect', { token: one })).code;

    expect(await inspect(token)).toBeNull();
    expect(await inspect(`${token.slice(0, -2)}AA`)).toBe('link_invalid');
    expect(await inspect(`${token}A`)).toBe('link_invalid');
    await app.db.updateTable('sign_in_link').set({ expires_at: new Date() }).execute();
    expect(await inspect(token)).toBe('link_invalid');
  });

  it('124: are stored as hashes, without any sign-in data in plain text', async () => {
    const { link } = await client.call(createInvitation, { body: { email: 'stored@tidemark.test', role: 'user' } });
    const rows = JSON.stringify([
      await app.db.selectFrom('sign_in_link').selectAll().execute(),
      await app.db.selectFrom('provider_entry').selectAll().execute(),
      await app.db.selectFrom('provider_secret').selectAll().execute(),
      await app.db.selectFrom('local_identity').selectAll().execute(),
    ]);

    expect(rows).not.toContain(toToken(link));
    expect(rows).not.toContain(goodPassword);
    expect(rows).not.toMatch(/"(kty|d|clientSecret|accountId)":/);
  });
});

describe('codes', () => {
  const codeAt = (secret: string, millis: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: millis });
  const stepMillis = 30_000;

  it('125: are required beside the password, work once, and can be replaced by single-use recovery codes', async () => {
    const own = await join('codes@tidemark.test');
    const { secret } = await own.call(startCodes, { body: {} });
    const body = { secret, currentPassword: goodPassword };
    await expect(own.call(requireCodes, { body: { ...body, code: '000000' } })).rejects.toMatchObject({
      code: 'code_rejected',
    });
    const { recoveryCodes } = await own.call(requireCodes, { body: { ...body, code: codeAt(secret, Date.now()) } });
    const credentials = { email: 'codes@tidemark.test', password: goodPassword };
    const browser = openSignInBrowser(app);
    const attempt = async (code?: string) => {
      await browser.start();
      const { redirectTo, code: failure } = await browser.post('/credentials/sign-in', {
        ...credentials,
        ...(code && { code }),
      });
      return failure ?? (redirectTo ? 'in' : 'code needed');
    };
    // The current code is used up: the next one is accepted early.
    const code = codeAt(secret, Date.now() + stepMillis);

    expect(await attempt()).toBe('code needed');
    expect(await attempt('123')).toBe('code_rejected');
    expect(await attempt(code)).toBe('in');
    expect(await attempt(code)).toBe('code_rejected');
    expect(await attempt(recoveryCodes[0])).toBe('in');
    expect(await attempt(recoveryCodes[0])).toBe('code_rejected');
    await own.call(removeCodes, { body: { currentPassword: goodPassword, currentCode: recoveryCodes[1] } });
    expect(await attempt()).toBe('in');
  });

  it('125: recovery codes have 120 random bits, and older codes still work', async () => {
    const own = await join('recovery@tidemark.test');
    const { secret } = await own.call(startCodes, { body: {} });
    const body = { secret, currentPassword: goodPassword, code: codeAt(secret, Date.now()) };
    const { recoveryCodes } = await own.call(requireCodes, { body });
    const { subject } = await app.db
      .selectFrom('local_identity')
      .select('subject')
      .where('email', '=', 'recovery@tidemark.test')
      .executeTakeFirstOrThrow();
    const older = createHash('sha256').update(`${subject}|abcdefghjkmnpqrs`).digest();
    await app.db.insertInto('recovery_code').values({ subject, code_hash: older }).execute();
    const browser = openSignInBrowser(app);
    await browser.start();
    const { redirectTo } = await browser.post('/credentials/sign-in', {
      email: 'recovery@tidemark.test',
      password: goodPassword,
      code: 'abcd-efgh-jkmn-pqrs',
    });

    for (const one of recoveryCodes) expect(one).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect(redirectTo).toEqual(expect.any(String));
  });

  it('125: guesses are slowed down like passwords', async () => {
    const own = await join('second@tidemark.test');
    const { secret } = await own.call(startCodes, { body: {} });
    await own.call(requireCodes, { body: { secret, currentPassword: goodPassword, code: codeAt(secret, Date.now()) } });
    const thief = openSignInBrowser(app);
    const codes: (string | null)[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      codes.push(
        (
          await thief.post('/credentials/sign-in', {
            email: 'second@tidemark.test',
            password: goodPassword,
            code: `00000${turn % 10}`,
          })
        ).code,
      );

    expect(codes.at(-1)).toBe('sign_in_blocked');
  });
});

describe("the provider's pages and addresses", () => {
  it.each([
    ['without our header', { 'x-tidemark-session': '' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('126: calls %s are rejected', async (_, headers) => {
    for (const [path, body] of [
      ['/credentials/sign-in', { email: operator.email, password: goodPassword }],
      ['/credentials/continue', {}],
      ['/credentials/passkey/options', {}],
      ['/credentials/link/inspect', { token: 'a'.repeat(43) }],
    ] as const)
      expect(await openSignInBrowser(app).post(path, body, headers)).toMatchObject({ code: 'cross_site_request' });
  });

  it('126: a sign-in started in another browser cannot be finished here', async () => {
    const [attacker, victim] = [openSignInBrowser(app), openSignInBrowser(app)];
    await attacker.start();
    const { redirectTo } = await attacker.post('/credentials/sign-in', {
      email: operator.email,
      password: goodPassword,
    });

    expect(await victim.walk(redirectTo ?? '')).toBe(`${app.url}/sign-in?expired=true`);
    expect(await victim.tokenStatus()).toBe(401);
  });

  it('128: redirects only to our own address, whatever the request says', async () => {
    const query = {
      client_id: 'tidemark',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'https://evil.example/',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    const evil = await fetch(`${app.url}/id/authorize?${new URLSearchParams(query).toString()}`, {
      redirect: 'manual',
    });
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const discovery = await fetch(`${app.url}/id/.well-known/openid-configuration`, { headers });

    expect(evil.headers.get('location')).toBe(`${app.url}/sign-in?expired=true`);
    expect(JSON.stringify(await discovery.json())).not.toContain('evil');
  });

  it.each(['/id/token', '/id/revoke', '/id/userinfo', '/id/authorize'])(
    '128: %s accepts no request body from outside',
    async (path) => {
      const answer = await fetch(app.url + path, { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) });

      expect(answer.status).toBe(404);
    },
  );
});
