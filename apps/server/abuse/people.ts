import { inject } from 'vitest';
import { z } from 'zod';

/** U1 is Maya, who owns A1; U2 is Cal, who owns A2; the operator is Olu. */
export type PersonName = 'maya' | 'ines' | 'olu' | 'theo' | 'fiona' | 'cal' | 'nadia' | 'edgar';

export interface TokenOrder {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  lifetimeSeconds?: number;
  foreignKey?: boolean;
  algorithm?: 'RS256' | 'HS256' | 'none';
}

const Tokens = z.object({ accessToken: z.string(), idToken: z.string() });
const known = new Map<PersonName, Promise<string>>();

/** Orders the provider's tokens for a person, altered as a case requires. */
export async function orderTokens(name: PersonName, overrides: TokenOrder = {}) {
  return Tokens.parse(await lever('POST', 'tokens', { email: `${name}@sandbox.test`, overrides }));
}

export function getToken(name: PersonName): Promise<string> {
  const token = known.get(name) ?? orderTokens(name).then(({ accessToken }) => accessToken);
  known.set(name, token);
  return token;
}

/** Creates a new user, or a new operator. */
export async function newcomer(subject: string, role: 'user' | 'system-admin' = 'user'): Promise<string> {
  const claims = { sub: subject, email: `${subject}@new.test`, name: 'New Comer' };
  return (await orderTokens(role === 'user' ? 'fiona' : 'olu', { claims })).accessToken;
}

/** Calls the sandbox's control API. */
export async function lever(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${inject('program').sandbox}/_sandbox/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`/_sandbox/${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Returns the sandbox's configuration: its secrets must never appear. */
export async function environment(): Promise<Record<string, string>> {
  return z.record(z.string(), z.string()).parse(await lever('GET', 'environment'));
}
