import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { oneLine, visible } from '../plain-text.ts';
import { KeyScope, keyScopes } from '../key-scope.ts';

/** Prefix of every key, so that scanners for leaked secrets recognise it. */
export const keyPrefix = 'tmk_';
export const maxKeysPerUser = 20;
export const maxKeyDays = 3_650;
export const defaultKeyDays = 90;

export const ApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The key's first characters, to recognise it by. */
  hint: z.string(),
  scopes: z.array(KeyScope),
  createdAt: z.iso.datetime(),
  /** Null: valid until revoked. */
  expiresAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
  /** Rounded to the minute; null if never used. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/user/api-keys',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Lists the caller’s API keys, newest first, without the keys themselves',
  response: z.object({ keys: z.array(ApiKey) }),
  failures: [],
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/user/api-keys',
  access: 'user',
  member: 'person',
  recentSignIn: true,
  cost: 'write',
  limits: ['keyCreation'],
  summary: 'Creates an API key; the response is the only one that contains it',
  body: z.strictObject({
    name: enteredText(60).min(1).regex(oneLine).regex(visible),
    scopes: z
      .array(KeyScope)
      .min(1)
      .max(keyScopes.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat'),
    /** Null, which must be chosen explicitly: valid until revoked. */
    expiresInDays: z.int().min(1).max(maxKeyDays).nullable().default(defaultKeyDays),
  }),
  response: z.object({ key: z.string(), apiKey: ApiKey }),
  failures: ['key_limit_reached'],
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/user/api-keys/:id',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Revokes an API key; its next call is rejected',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found'],
});
