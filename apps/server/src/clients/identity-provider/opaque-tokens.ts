import { hash } from 'node:crypto';
import { WWWAuthenticateChallengeError } from 'openid-client';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Discovery } from './discovery.ts';
import type { RelyingParty } from './relying-party.ts';
import { TokenRejection } from './token-rejection.ts';

const cacheMillis = 60_000;
const maxEntries = 10_000;

const Introspection = z.looseObject({
  active: z.boolean(),
  sub: z.string().optional(),
  exp: z.number().optional(),
  client_id: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
});

export interface OpaqueTokenDeps {
  mode: 'introspection' | 'userinfo';
  relyingParty: RelyingParty;
  clientId: string;
  audience: string | null;
  clock: Clock;
  /** Returns the issue time of a token that belongs to one of our sessions; null for any other token. */
  findIssuedAt(token: string): Promise<Date | null>;
}

export interface OpaqueToken {
  claims: Record<string, unknown>;
  issuedAt: Date;
}

/**
 * Asks the provider about access tokens without readable claims, at most once a minute each. Only tokens that the
 * provider issued to our own sessions: any other could be meant for another application, and made-up ones must not
 * cause requests.
 */
export function createOpaqueTokens({ mode, relyingParty, clientId, audience, clock, findIssuedAt }: OpaqueTokenDeps) {
  const cache = new Map<string, { token: OpaqueToken; until: number }>();

  async function ask(discovery: Discovery, token: string): Promise<Record<string, unknown>> {
    if (mode === 'userinfo') return { ...(await relyingParty.userinfo(discovery, token).catch(throwRejection)) };
    const answer = Introspection.parse(await relyingParty.introspect(discovery, token));
    if (!answer.active) throw new TokenRejection('inactive', 'the provider reports it as inactive');
    const isForUs = answer.aud === undefined ? answer.client_id === clientId : [answer.aud].flat().some(isOurs);
    if (!isForUs) throw new TokenRejection('aud', `aud is ${JSON.stringify(answer.aud ?? null).slice(0, 200)}`);
    return answer;
  }

  const isOurs = (one: string) => one === (audience ?? clientId) || one === clientId;

  return {
    /** Verifies a token; `justIssued`: the provider has issued it to us a moment ago. Throws `TokenRejection`. */
    async verify(discovery: Discovery, token: string, { justIssued }: { justIssued: boolean }): Promise<OpaqueToken> {
      const now = clock();
      const key = hash('sha256', token, 'base64');
      const known = cache.get(key);
      if (known && known.until > now.getTime()) return known.token;
      const issuedAt = justIssued ? now : await findIssuedAt(token);
      if (!issuedAt) throw new TokenRejection('format', 'it was not issued to a session of this installation');
      const found = { claims: await ask(discovery, token), issuedAt };
      const [oldest] = cache.keys();
      if (oldest !== undefined && cache.size >= maxEntries) cache.delete(oldest);
      cache.set(key, { token: found, until: now.getTime() + cacheMillis });
      return found;
    },
  };
}

function throwRejection(cause: unknown): never {
  if (cause instanceof WWWAuthenticateChallengeError && cause.status === 401)
    throw new TokenRejection('inactive', 'the provider’s userinfo endpoint does not accept it', { cause });
  throw cause;
}
