import { createHmac } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { ask } from './ask.ts';
import { environment, lever } from './people.ts';

const { api } = inject('program');
const {
  STRIPE_WEBHOOK_SECRET: stripe = '',
  META_APP_SECRET: meta = '',
  META_WEBHOOK_VERIFY_TOKEN: verifyToken = '',
} = await environment();
const now = () => Math.floor(Date.now() / 1000);
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

describe('89: a Stripe event', () => {
  const event = (id = `evt_${crypto.randomUUID()}`) =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'customer.subscription.deleted',
      data: { object: { customer: 'cus_x' } },
    });
  const signed = (body: string, { at = now(), key = stripe } = {}) => `t=${at},v1=${hmac(key, `${at}.${body}`)}`;
  const send = (body: string, signature?: string) =>
    ask({
      ask: 'POST /webhooks/stripe',
      body,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
    });

  it.each<[string, (body: string) => string | undefined]>([
    ['without a signature', () => undefined],
    ['with an empty one', () => ''],
    ['with one that is none', () => 't=1,v1=00'],
    ['signed with an empty key', (body) => signed(body, { key: '' })],
    ['signed with another key', (body) => signed(body, { key: 'whsec_guess' })],
    ['signed 301 seconds ago', (body) => signed(body, { at: now() - 301 })],
    ['signed as something else', () => signed('{}')],
    ['signed in the oldest way', (body) => signed(body).replace('v1=', 'v0=')],
  ])('is rejected %s', async (_, sign) => {
    const body = event();

    expect((await send(body, sign(body))).status).toBe(400);
  });

  it('90: takes effect once when it is received ten times at once', async () => {
    const body = event('evt_ten_times');
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body, signed(body))));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});

describe('92: a Meta event', () => {
  const body = JSON.stringify({ object: 'instagram', entry: [] });
  const send = (headers: Record<string, string>) =>
    ask({ ask: 'POST /webhooks/meta', body, headers: { 'content-type': 'application/json', ...headers } });

  it.each([
    ['without a signature', {}],
    ['with a wrong one', { 'x-hub-signature-256': `sha256=${hmac('guess', body)}` }],
    ['with an empty one', { 'x-hub-signature-256': '' }],
    ['with the old kind only', { 'x-hub-signature': `sha1=${createHmac('sha1', meta).update(body).digest('hex')}` }],
    ['with the signature of something else', { 'x-hub-signature-256': `sha256=${hmac(meta, '{}')}` }],
  ])('is rejected %s', async (_, headers) => {
    expect((await send(headers as Record<string, string>)).status).toBe(401);
  });

  it('is accepted with a valid signature', async () => {
    expect((await send({ 'x-hub-signature-256': `sha256=${hmac(meta, body)}` })).status).toBe(200);
  });

  it.each([
    ['a wrong word', 'hub.mode=subscribe&hub.challenge=1&hub.verify_token=guess', 403],
    ['no word', 'hub.mode=subscribe&hub.challenge=1', 403],
    ['the word twice', 'hub.mode=subscribe&hub.verify_token=a&hub.verify_token=b', 400],
    ['our word', `hub.mode=subscribe&hub.challenge=177&hub.verify_token=${verifyToken}`, 200],
  ])('answers a verification request with %s', async (_, query, status) => {
    const answer = await ask({ ask: `GET /webhooks/meta?${query}` });

    expect(answer.status).toBe(status);
    if (status === 200)
      expect([answer.text, answer.headers.get('content-type')]).toEqual(['177', 'text/plain; charset=utf-8']);
  });
});

describe('93: a deletion request', () => {
  const signedRequest = (payload: object, key = meta) => {
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${createHmac('sha256', key).update(text).digest('base64url')}.${text}`;
  };
  const person = { algorithm: 'HMAC-SHA256', issued_at: now(), user_id: '999000111' };
  const send = (given: string, path = 'deletion') =>
    ask({ ask: `POST /webhooks/meta/${path}`, body: new URLSearchParams({ signed_request: given }) });

  it.each([
    ['signed with another key', signedRequest(person, 'guess')],
    ['signed with an empty key', signedRequest(person, '')],
    ['that names no algorithm', signedRequest({ ...person, algorithm: 'none' })],
    ['that names another algorithm', signedRequest({ ...person, algorithm: 'HMAC-SHA1' })],
    ['of nobody', signedRequest({ ...person, user_id: undefined })],
    ['without a signature', `.${signedRequest(person).split('.')[1]}`],
    ['with more behind it', `${signedRequest(person)}.x`],
    ['that is none', 'x'],
    ['that is empty', ''],
  ])('is rejected %s', async (_, given) => {
    expect((await send(given)).status).toBe(400);
    expect((await send(given, 'deauthorize')).status).toBe(400);
  });

  it('returns the same anonymous, public status code each time', async () => {
    const given = signedRequest(person);
    const [first, again] = [await send(given), await send(given)];
    const { url, confirmation_code: code } = z
      .object({ url: z.url(), confirmation_code: z.string() })
      .parse(first.json);

    const state = await ask({ ask: `GET /webhooks/meta/deletion/${code}` });

    expect(again.json).toEqual(first.json);
    expect(url).toBe(`${inject('program').origin}/api/v1/webhooks/meta/deletion/${code}`);
    expect(state.status).toBe(200);
    expect(state.text).not.toContain(person.user_id);
    expect((await ask({ ask: `GET /webhooks/meta/deletion/${code.slice(1)}x` })).status).toBe(404);
  });
});

describe('a feature request for GitHub', () => {
  const Vote = z.object({ action: z.enum(['added', 'removed']) });
  const request = (json: object, as: 'maya' | 'cal' = 'maya') => ask({ as, ask: 'POST /roadmap/request', json });

  it.each([
    ['two lines in its title', { title: 'a\r\nb', description: 'x' }],
    ['301 letters in its title', { title: 'x'.repeat(301), description: 'x' }],
    ['a blank title', { title: '  ', description: 'x' }],
    ['a control character in its title', { title: 'a\u0007', description: 'x' }],
    ['a turned direction in its title', { title: 'a\u202e', description: 'x' }],
    ['5,001 letters', { title: 'x', description: 'x'.repeat(5_001) }],
    ['NUL', { title: 'x', description: 'a\u0000' }],
    ['a name of its own', { title: 'x', description: 'x', requestedBy: 'olu' }],
  ])('56: is rejected with %s', async (_, json) => {
    expect((await request(json)).status).toBe(400);
  });

  it('55, 96: is escaped, and limited to five per hour', async () => {
    const description =
      '<script>alert(1)</script> ![](http://canary.example/x.png) [a](javascript:alert(1)) @org/team closes #1 GH-1\n```\n```` @all';
    const sent = await request({ title: 'Hostile @org/team #1 <img src=x onerror=alert(1)>', description });
    const others: number[] = [];
    for (let again = 0; again < 5; again += 1)
      others.push((await request({ title: `Again ${again}`, description: 'x' })).status);

    const { issues } = z
      .object({ issues: z.array(z.object({ title: z.string(), body: z.string().nullable() })) })
      .parse(await lever('GET', 'github'));
    const issue = issues.find(({ title }) => title.startsWith('Hostile'));
    expect(sent.status).toBe(201);
    expect(others).toEqual([201, 201, 201, 201, 429]);
    expect(issue?.title).not.toMatch(/@org|#1/);
    expect(issue?.body).not.toMatch(/@org|#1\b|GH-1|:\/\/canary|@all/);
    expect(issue?.body).toMatch(/^`{5,}text\n/);
  });

  it('94: cannot be voted for in another user’s name', async () => {
    const { requests } = z
      .object({ requests: z.array(z.object({ id: z.number() })) })
      .parse((await ask({ as: 'maya', ask: 'GET /roadmap/features' })).json);
    const { user } = z
      .object({ user: z.object({ _id: z.string() }) })
      .parse((await ask({ as: 'cal', ask: 'POST /user/load', json: {} })).json);
    const issueNumber = requests.find(({ id }) => id > 0)?.id;
    const votes = async () => (await ask({ as: 'cal', ask: `GET /roadmap/upvotes/${user._id}` })).text;
    const before = await votes();

    const forged = await ask({
      as: 'maya',
      ask: 'POST /roadmap/upvote',
      json: { issueNumber, userName: 'Cal Moreno', userId: user._id },
    });

    expect(forged.status).toBe(403);
    expect(Vote.safeParse(forged.json).success).toBe(false);
    expect(await votes()).toBe(before);
    expect((await fetch(`${api}/health`)).status).toBe(200);
  });
});

describe('172: a GitHub event', () => {
  const body = JSON.stringify({ action: 'opened', repository: { full_name: 'tidemark-sandbox/roadmap' } });
  const send = (headers: Record<string, string>) =>
    ask({
      ask: 'POST /webhooks/github',
      body,
      headers: { 'content-type': 'application/json', 'x-github-event': 'issues', ...headers },
    });

  it.each<[string, Record<string, string>]>([
    ['without a signature', {}],
    ['with an empty one', { 'x-hub-signature-256': '' }],
    ['signed with another key', { 'x-hub-signature-256': `sha256=${hmac('guess', body)}` }],
    ['with one of the wrong length', { 'x-hub-signature-256': 'sha256=00' }],
  ])('is rejected %s', async (_, headers) => {
    expect((await send(headers)).status).toBe(400);
  });
});
