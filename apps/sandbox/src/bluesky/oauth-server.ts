import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { BlueskyAccount, BlueskyWorld } from './bluesky-world.ts';
import { findClient, type OAuthClient } from './oauth-client.ts';
import { OAuthError } from './coded-errors.ts';

const lifeMillis = 300_000;
const tokenSeconds = 3600;

/** A request without the parameters that a sign-in without a password of ours needs is refused, unlike at Bluesky. */
const Pushed = z.strictObject({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  response_mode: z.literal('query').default('query'),
  scope: z.string(),
  state: z.string().min(1),
  code_challenge: z.string({ error: 'Use of PKCE is required' }).length(43),
  code_challenge_method: z.literal('S256', { error: 'atproto requires use of "S256" code_challenge_method' }),
  login_hint: z.string().optional(),
});
const Exchange = z.strictObject({
  client_id: z.string(),
  grant_type: z.string(),
  code: z.string(),
  code_verifier: z.string(),
  redirect_uri: z.string(),
});
const Revocation = z.strictObject({ client_id: z.string(), token: z.string(), token_type_hint: z.string().optional() });

export interface AuthorizationRequest extends z.output<typeof Pushed> {
  client: OAuthClient;
  key: string;
  origin: string;
  expiresAt: number;
}

interface Granted {
  request: AuthorizationRequest;
  did: string;
  /** Access token of the session that the code was exchanged for. */
  token: string | null;
}

interface Session {
  did: string;
  clientId: string;
  key: string;
}

const toSecret = (prefix: string) => `${prefix}-${randomBytes(32).toString('hex')}`;

function read<Shape extends z.ZodType>(schema: Shape, given: unknown): z.output<Shape> {
  const found = schema.safeParse(given);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw new OAuthError('invalid_request', `${issue?.path.join('.')}: ${issue?.message}`);
}

/** Signs people in at their account's server: https://atproto.com/specs/oauth */
export function createOAuthServer({ bluesky }: { bluesky: BlueskyWorld }) {
  const requests = new Map<string, AuthorizationRequest>();
  const codes = new Map<string, Granted>();
  const sessions = new Map<string, Session>();
  const usedChallenges = new Set<string>();

  return {
    /** Stores a request that only the key's owner can go on with, and returns its address. */
    async push(body: unknown, { key, origin }: { key: string; origin: string }) {
      const pushed = read(Pushed, body);
      const client = await findClient(pushed.client_id);
      if (!client.redirectUris.includes(pushed.redirect_uri))
        throw new OAuthError('invalid_request', `Invalid redirect_uri ${pushed.redirect_uri}`);
      const unknown = pushed.scope.split(' ').find((scope) => !client.scopes.includes(scope));
      if (unknown !== undefined)
        throw new OAuthError('invalid_scope', `Scope "${unknown}" is not declared in the client metadata`);
      const uri = `urn:ietf:params:oauth:request_uri:${toSecret('req')}`;
      requests.set(uri, { ...pushed, client, key, origin, expiresAt: Date.now() + lifeMillis });
      return { request_uri: uri, expires_in: lifeMillis / 1000 };
    },

    findRequest(uri: string, clientId: string): AuthorizationRequest | undefined {
      const request = requests.get(uri);
      return request?.client_id === clientId && request.expiresAt > Date.now() ? request : undefined;
    },

    /** Returns the address to which the browser goes back; without an account, its owner has refused. */
    answer(uri: string, request: AuthorizationRequest, account: BlueskyAccount | null): URL {
      requests.delete(uri);
      const back = new URL(request.redirect_uri);
      back.searchParams.set('state', request.state);
      back.searchParams.set('iss', request.origin);
      if (account) {
        const code = toSecret('cod');
        codes.set(code, { request, did: account.did, token: null });
        back.searchParams.set('code', code);
      } else {
        back.searchParams.set('error', 'access_denied');
        back.searchParams.set('error_description', 'The user rejected the request');
      }
      return back;
    },

    /** Exchanges a code once; a second exchange ends the session of the first. */
    exchange(body: unknown, key: string) {
      const asked = read(Exchange, body);
      if (asked.grant_type !== 'authorization_code')
        throw new OAuthError('unsupported_grant_type', `Grant type "${asked.grant_type}" is not supported`);
      const granted = codes.get(asked.code);
      if (!granted || granted.token !== null || granted.request.expiresAt < Date.now()) {
        if (granted?.token) sessions.delete(granted.token);
        throw new OAuthError('invalid_grant', 'Invalid code');
      }
      const { request, did } = granted;
      const refuse = (message: string) => {
        codes.delete(asked.code);
        return new OAuthError('invalid_grant', message);
      };
      if (request.client_id !== asked.client_id) throw refuse('This code was issued for another client');
      if (request.key !== key) throw refuse('DPoP proof does not match the expected JKT');
      if (request.redirect_uri !== asked.redirect_uri)
        throw refuse('The redirect_uri parameter must match the one used in the authorization request');
      if (createHash('sha256').update(asked.code_verifier).digest('base64url') !== request.code_challenge)
        throw refuse('Invalid code_verifier');
      if (usedChallenges.has(request.code_challenge)) throw refuse('Code challenge already used');
      usedChallenges.add(request.code_challenge);
      const token = toSecret('tok');
      granted.token = token;
      sessions.set(token, { did, clientId: request.client_id, key });
      return { access_token: token, token_type: 'DPoP', scope: request.scope, expires_in: tokenSeconds, sub: did };
    },

    /** Ends the session of a token that is its client's own; says nothing about others. */
    revoke(body: unknown, key: string): void {
      const { token, client_id: clientId } = read(Revocation, body);
      const session = sessions.get(token);
      if (session?.clientId === clientId && session.key === key) sessions.delete(token);
    },

    /** Returns the account of a token that its key's owner sends. */
    requireAccount(token: string, key: string): BlueskyAccount {
      const session = sessions.get(token);
      if (!session) throw new OAuthError('invalid_token', 'Invalid token', 401);
      if (session.key !== key) throw new OAuthError('invalid_token', 'Invalid DPoP key binding', 401);
      const account = bluesky.findAccount(session.did);
      if (!account) throw new OAuthError('invalid_token', 'Invalid token', 401);
      return account;
    },

    countSessions: () => sessions.size,
  };
}

export type OAuthServer = ReturnType<typeof createOAuthServer>;
