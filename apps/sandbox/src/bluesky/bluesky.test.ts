import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { itAnswersLikeBluesky, type BlueskyHost } from '../../test/bluesky-cases.ts';
import { signInAtStandIn } from '../../test/sign-in-at-stand-in.ts';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';

const Accounts = z.object({
  accounts: z.array(z.looseObject({ did: z.string(), handle: z.string(), owner: z.string() })),
});
const Shown = z.looseObject({ posts: z.array(z.looseObject({ rkey: z.string(), likes: z.number() })) });
let sandbox: Sandbox;
let host: BlueskyHost;

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    appOrigins: ['http://localhost:4123'],
    clock: () => new Date('2026-11-21T15:00:00Z'),
  });
  const { accounts } = Accounts.parse(await read('/_sandbox/bluesky'));
  const author = accounts.find(({ owner }) => owner === 'theo') ?? { did: '', handle: '' };
  const { posts } = Shown.parse(await read(`/_sandbox/bluesky/${author.handle}`));
  host = {
    directory: sandbox.url,
    appView: sandbox.url,
    pds: sandbox.url,
    author: { did: author.did, handle: author.handle },
    liked: posts.find(({ likes }) => likes > 0 && likes < 100)?.rkey ?? '',
    async suspend() {
      await post(`/_sandbox/bluesky/${author.did}`, { status: 'suspended' });
      return () => post(`/_sandbox/bluesky/${author.did}`, { status: 'active' });
    },
    signIn: (address, choice) => signInAtStandIn(address, author.did, choice),
  };
});
afterAll(() => sandbox.close());

const read = async (path: string): Promise<unknown> => (await fetch(`${sandbox.url}${path}`)).json();
const post = (path: string, body: object) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

itAnswersLikeBluesky(() => host);

describe('the stand-in is stricter than Bluesky', () => {
  it.each(['app.bsky.actor.getProfile', 'com.atproto.identity.resolveHandle', 'app.bsky.feed.getAuthorFeed'])(
    'and refuses a parameter that %s does not have',
    async (method) => {
      const query = new URLSearchParams({ actor: host.author.did, handle: host.author.handle, extra: '1' });
      const answer = await fetch(`${sandbox.url}/xrpc/${method}?${query.toString()}`);

      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'InvalidRequest' });
    },
  );
});

describe('faults', () => {
  it('limit the rate as Bluesky does, and end', async () => {
    const rule = { fault: 'bluesky-rate-limit', params: { seconds: 60 }, times: 1 };
    await post('/_sandbox/faults', { rules: [rule] });
    const path = `/xrpc/app.bsky.actor.getProfile?actor=${host.author.handle}`;
    const limited = await fetch(`${sandbox.url}${path}`);

    expect(limited.status).toBe(429);
    expect(limited.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(limited.headers.get('ratelimit-reset'))).toBeGreaterThan(
      Date.parse(limited.headers.get('date') ?? '') / 1000 + 50,
    );
    expect((await fetch(`${sandbox.url}${path}`)).status).toBe(200);
  });

  it.each([
    ['suspended', 'AccountTakedown'],
    ['deactivated', 'AccountDeactivated'],
  ])('hide an account that is %s', async (status, error) => {
    await post(`/_sandbox/bluesky/${host.author.did}`, { status });
    const hidden = await read(`/xrpc/app.bsky.actor.getProfile?actor=${host.author.did}`);
    await post(`/_sandbox/bluesky/${host.author.did}`, { status: 'active' });

    expect(hidden).toMatchObject({ error });
    expect(await read(`/xrpc/app.bsky.actor.getProfile?actor=${host.author.did}`)).toHaveProperty('handle');
  });
});
