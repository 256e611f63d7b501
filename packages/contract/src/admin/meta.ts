import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** One page of the settings at developers.facebook.com, and what to enter there. */
export const MetaSettings = z.object({
  title: z.string(),
  note: z.string().nullable(),
  rows: z.array(z.object({ name: z.string(), value: z.string(), isCopied: z.boolean() })),
});
export type MetaSettings = z.infer<typeof MetaSettings>;

export const MetaSetup = z.object({
  /** The app that Tidemark uses; null until one is saved. */
  app: z.object({ id: z.string(), loginConfigId: z.string() }).nullable(),
  /** Whether the server can write its configuration; otherwise it is changed on the machine. */
  canSave: z.boolean(),
  settings: z.array(MetaSettings),
  /** `answered` is the version of Meta's latest reply, which differs once Meta has ended the requested one. */
  graphVersion: z.object({ requested: z.string(), answered: z.string().nullable() }),
});
export type MetaSetup = z.infer<typeof MetaSetup>;

export const getMetaSetup = endpoint({
  method: 'GET',
  path: '/admin/meta',
  access: 'system-admin',
  cost: 'read',
  summary: 'Returns what to enter at Meta, and whether a Meta app is configured',
  response: MetaSetup,
  failures: [],
});

const Digits = z
  .string()
  .trim()
  .regex(/^\d{1,32}$/, 'must be a number');
// Printable characters without quotes and backslashes: the values are lines of a file of variables.
const Token = z
  .string()
  .trim()
  .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or one of . _ ~ + / = -');

export const MetaCheck = z.object({
  level: z.enum(['ok', 'warning', 'error']),
  detail: z.string(),
  /** What to do; null when nothing is wrong. */
  fix: z.string().nullable(),
});
export type MetaCheck = z.infer<typeof MetaCheck>;

export const saveMetaSetup = endpoint({
  method: 'PUT',
  path: '/admin/meta',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'external',
  summary: 'Tries a Meta app and, if Meta accepts it, saves it and restarts; only while none is configured',
  body: z.strictObject({
    appId: Digits,
    appSecret: Token,
    loginConfigId: Digits,
    /** Null: stories are polled. */
    webhookVerifyToken: Token.nullable(),
  }),
  response: z.object({ isSaved: z.boolean(), checks: z.array(MetaCheck) }),
  failures: ['meta_configured', 'configuration_read_only'],
});
