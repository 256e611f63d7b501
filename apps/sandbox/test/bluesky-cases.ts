import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBlueskyClient, fetchMetadata } from './bluesky-client.ts';

/** Bluesky's servers, or what stands in for them, with an account that has more than two posts. */
export interface BlueskyHost {
  directory: string;
  appView: string;
  pds: string;
  author: { did: string; handle: string };
  /** Record key of a post that someone has liked. */
  liked: string;
  /** Hides the account; returns how it is restored. */
  suspend(): Promise<() => Promise<unknown>>;
  /** Opens the page of the account's server as its owner, and returns the address to which the browser goes back. */
  signIn(address: string, choice?: 'consent' | 'reject'): Promise<URL>;
}

const Answer = z.looseObject({ error: z.string().optional(), message: z.string().optional() });
const nobody = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const unknownPost = '3aaaaaaaaaaaa';

/** Declares what clients rely on, whichever host answers. */
export function itAnswersLikeBluesky(open: () => BlueskyHost): void {
  async function ask(method: string, parameters: Record<string, string>) {
    const answer = await fetch(`${open().appView}/xrpc/${method}?${new URLSearchParams(parameters).toString()}`);
    const body: unknown = await answer.json();
    return { status: answer.status, body, error: Answer.parse(body) };
  }
  const toUri = (rkey: string) => `at://${open().author.did}/app.bsky.feed.post/${rkey}`;
  const newVerifier = () => randomBytes(32).toString('base64url');

  describe('an AppView', () => {
    it('returns a profile by handle and by identifier', async () => {
      const { did, handle } = open().author;
      for (const actor of [did, handle]) {
        const { status, body } = await ask('app.bsky.actor.getProfile', { actor });

        expect(status).toBe(200);
        expect(body).toMatchObject({ did, handle });
        expect(body).toMatchObject({
          followersCount: expect.any(Number),
          followsCount: expect.any(Number),
          postsCount: expect.any(Number),
        });
      }
    });

    it.each([
      ['app.bsky.actor.getProfile', { actor: 'nobody.test' }, 'InvalidRequest', 'Profile not found'],
      ['app.bsky.actor.getProfile', { actor: nobody }, 'InvalidRequest', 'Profile not found'],
      ['app.bsky.actor.getProfile', { actor: 'no handle' }, 'InvalidRequest', null],
      ['app.bsky.actor.getProfile', {}, 'InvalidRequest', null],
      ['app.bsky.feed.getAuthorFeed', { actor: nobody }, 'InvalidRequest', 'Profile not found'],
      ['app.bsky.feed.getAuthorFeed', { actor: nobody, limit: '101' }, 'InvalidRequest', null],
      ['app.bsky.feed.getAuthorFeed', { actor: nobody, limit: 'x' }, 'InvalidRequest', null],
      ['com.atproto.identity.resolveHandle', { handle: 'nobody.test' }, 'InvalidRequest', 'Unable to resolve handle'],
    ] as const)('refuses %s with %j', async (method, parameters, name, message) => {
      const { status, error } = await ask(method, parameters);

      expect(status).toBe(400);
      expect(error.error).toBe(name);
      if (message !== null) expect(error.message).toBe(message);
    });

    it('does not know other queries', async () => {
      expect(await ask('app.bsky.feed.getNothing', {})).toMatchObject({
        status: 501,
        error: { error: 'MethodNotImplemented' },
      });
    });

    it('lists posts page by page, each once and newest first, and ends without a cursor', async () => {
      const uris: string[] = [];
      const times: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await ask('app.bsky.feed.getAuthorFeed', {
          actor: open().author.did,
          limit: '2',
          filter: 'posts_with_replies',
          ...(cursor !== undefined && { cursor }),
        });
        const page = Feed.parse(body);
        expect(page.feed.length).toBeLessThanOrEqual(2);
        uris.push(...page.feed.map(({ post }) => post.uri));
        times.push(...page.feed.map(({ post }) => post.record.createdAt));
        ({ cursor } = page);
      } while (cursor !== undefined && uris.length < 20);

      expect(uris.length).toBeGreaterThan(2);
      expect(new Set(uris).size).toBe(uris.length);
      expect(times).toEqual(times.toSorted().toReversed());
    });

    it('returns likes with their times, and none for an unknown post', async () => {
      const { body } = await ask('app.bsky.feed.getLikes', { uri: toUri(open().liked), limit: '100' });
      const unknown = await ask('app.bsky.feed.getLikes', { uri: toUri(unknownPost) });

      const { likes } = Likes.parse(body);
      expect(likes.length).toBeGreaterThan(0);
      expect(unknown).toMatchObject({ status: 200, body: { uri: toUri(unknownPost), likes: [] } });
    });

    it('returns no quotes for an unknown post, and does not find its thread', async () => {
      const uri = toUri(unknownPost);

      expect(await ask('app.bsky.feed.getQuotes', { uri })).toMatchObject({ status: 200, body: { uri, posts: [] } });
      expect(await ask('app.bsky.feed.getPostThread', { uri })).toMatchObject({
        status: 400,
        error: { error: 'NotFound', message: `Post not found: ${uri}` },
      });
    });

    it('counts what it lists', async () => {
      const uri = toUri(open().liked);
      const thread = await ask('app.bsky.feed.getPostThread', { uri, depth: '1', parentHeight: '0' });
      const likes = await ask('app.bsky.feed.getLikes', { uri, limit: '100' });

      const { post, replies = [] } = Thread.parse(thread.body).thread;
      expect(post.likeCount).toBe(Likes.parse(likes.body).likes.length);
      expect(post.replyCount).toBe(replies.length);
    });

    it('hides a suspended account, its posts and their threads, but not what others did, until it is restored', async () => {
      const actor = open().author.did;
      const uri = toUri(open().liked);
      const askOthers = () =>
        Promise.all([ask('app.bsky.feed.getLikes', { uri }), ask('app.bsky.feed.getQuotes', { uri })]);
      const before = await askOthers();
      const restore = await open().suspend();
      const profile = await ask('app.bsky.actor.getProfile', { actor });
      const feed = await ask('app.bsky.feed.getAuthorFeed', { actor });
      const thread = await ask('app.bsky.feed.getPostThread', { uri });
      const others = await askOthers();
      await restore();

      expect(profile.error).toMatchObject({ error: 'AccountTakedown', message: 'Account has been suspended' });
      expect(feed.error).toMatchObject({ error: 'InvalidRequest', message: 'Profile not found' });
      expect(thread.error).toMatchObject({ error: 'NotFound', message: `Post not found: ${uri}` });
      expect(others).toEqual(before);
      for (const method of ['app.bsky.actor.getProfile', 'app.bsky.feed.getAuthorFeed'])
        expect((await ask(method, { actor })).status).toBe(200);
      expect((await ask('app.bsky.feed.getPostThread', { uri })).status).toBe(200);
    });

    it('leaves out fields that an account does not have, rather than returning null', async () => {
      const { body } = await ask('app.bsky.actor.getProfile', { actor: open().author.did });

      expect(JSON.stringify(body)).not.toContain('null');
    });
  });

  describe('the directory', () => {
    it('names the account’s server and handle', async () => {
      const { directory, author, pds } = open();
      const answer = await fetch(`${directory}/${encodeURIComponent(author.did)}`);

      expect(answer.headers.get('content-type')).toContain('application/did+ld+json');
      expect(await answer.json()).toMatchObject({
        id: author.did,
        alsoKnownAs: [`at://${author.handle}`],
        service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: pds }],
      });
    });

    it('does not know other accounts', async () => {
      const answer = await fetch(`${open().directory}/${nobody}`);

      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ message: `DID not registered: ${nobody}` });
    });
  });

  describe('an account’s server', () => {
    it('describes itself', async () => {
      const { pds } = open();
      const resource: unknown = await (await fetch(`${pds}/.well-known/oauth-protected-resource`)).json();

      expect(resource).toMatchObject({ resource: pds, authorization_servers: [pds] });
      expect(await fetchMetadata(pds)).toMatchObject({
        issuer: pds,
        require_pushed_authorization_requests: true,
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
    });

    it('requires a nonce in proofs, and says which', async () => {
      const client = await createBlueskyClient(open().pds);

      expect(await client.push(newVerifier())).toMatchObject({ status: 400, body: { error: 'use_dpop_nonce' } });
      expect(await client.push(newVerifier(), {}, { nonce: 'invented' })).toMatchObject({
        status: 400,
        body: { error: 'use_dpop_nonce' },
      });
      expect(await client.push(newVerifier())).toMatchObject({ status: 201 });
    });

    it.each([{ htu: 'https://elsewhere.test/' }, { htm: 'GET' }, { proof: 'abc' }])(
      'rejects a proof of something else: %j',
      async (changed) => {
        const client = await createBlueskyClient(open().pds);
        await client.push(newVerifier());

        expect(await client.push(newVerifier(), {}, changed)).toMatchObject({
          status: 401,
          body: { error: 'invalid_dpop_proof' },
        });
      },
    );

    it.each([
      [{ redirect_uri: 'http://127.0.0.1:4123/elsewhere' }, 'invalid_request'],
      [{ client_id: 'http://localhost/path?x' }, 'invalid_client_metadata'],
      [{ scope: 'openid' }, 'invalid_scope'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
    ])('refuses a request with %j', async (parameters, error) => {
      const client = await createBlueskyClient(open().pds);
      await client.push(newVerifier());

      expect(await client.push(newVerifier(), parameters)).toMatchObject({ status: 400, body: { error } });
    });

    async function start(choice?: 'consent' | 'reject') {
      const { pds, author, signIn } = open();
      const client = await createBlueskyClient(pds);
      const verifier = newVerifier();
      await client.push(verifier);
      const { body } = await client.push(verifier, { login_hint: author.handle });
      const { searchParams } = await signIn(client.toPage(String(body.request_uri)), choice);
      return { client, verifier, answer: Object.fromEntries(searchParams), code: searchParams.get('code') ?? '' };
    }

    it('returns with a code, the state and its own address', async () => {
      const { answer } = await start();

      expect(answer).toEqual({ state: 'state-1', iss: open().pds, code: expect.any(String) });
    });

    it('returns with an error when the owner refuses', async () => {
      const { answer } = await start('reject');

      expect(answer).toMatchObject({ state: 'state-1', iss: open().pds, error: 'access_denied' });
      expect(answer).not.toHaveProperty('code');
    });

    it('issues a token for the account, which its key alone can use', async () => {
      const { client, verifier, code } = await start();
      const { status, body } = await client.exchange(code, verifier);
      const token = String(body.access_token);
      const thief = await createBlueskyClient(open().pds);
      await thief.readSession(token);

      expect(status).toBe(200);
      expect(body).toMatchObject({ token_type: 'DPoP', scope: 'atproto', sub: open().author.did });
      expect(await client.readSession(token)).toMatchObject({ status: 200, body: { did: open().author.did } });
      expect(await thief.readSession(token)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    });

    it.each([
      ['another verifier', { code_verifier: 'a'.repeat(43) }],
      ['another address', { redirect_uri: 'http://127.0.0.1:4123/elsewhere' }],
    ])('spends a code that is exchanged with %s', async (_name, parameters) => {
      const { client, verifier, code } = await start();

      for (const given of [parameters, {}])
        expect(await client.exchange(code, verifier, given)).toMatchObject({
          status: 400,
          body: { error: 'invalid_grant' },
        });
    });

    it('does not exchange a code for another key', async () => {
      const { verifier, code } = await start();
      const thief = await createBlueskyClient(open().pds);
      await thief.exchange(code, verifier);

      expect(await thief.exchange(code, verifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    it('exchanges a code once, and ends the session when it is sent again', async () => {
      const { client, verifier, code } = await start();
      const token = String((await client.exchange(code, verifier)).body.access_token);

      expect(await client.exchange(code, verifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      expect(await client.readSession(token)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    });

    it('accepts no revoked token', async () => {
      const { client, verifier, code } = await start();
      const token = String((await client.exchange(code, verifier)).body.access_token);
      expect((await client.readSession(token)).status).toBe(200);

      expect((await client.revoke(token)).status).toBe(200);

      expect(await client.readSession(token)).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    });
  });
}

const Post = z.looseObject({
  uri: z.string(),
  record: z.looseObject({ createdAt: z.string() }),
  likeCount: z.number(),
  replyCount: z.number(),
});
const Feed = z.object({ feed: z.array(z.looseObject({ post: Post })), cursor: z.string().optional() });
const Likes = z.looseObject({
  likes: z.array(z.looseObject({ createdAt: z.iso.datetime(), indexedAt: z.iso.datetime() })),
});
const Thread = z.object({
  thread: z.looseObject({ post: Post, replies: z.array(z.looseObject({})).optional() }),
});
