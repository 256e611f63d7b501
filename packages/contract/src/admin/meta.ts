import { z } from 'zod';
import { MetaSettings } from '../connections/meta-settings.ts';
import { endpoint } from '../endpoint.ts';
import { SavedSetting } from './settings.ts';

export const MetaSetup = z.object({
  /** The app Tidemark uses; null until one is saved. */
  app: z.object({ id: z.string(), loginConfigId: z.string() }).nullable(),
  settings: z.array(MetaSettings),
  /** The app for accounts without a Facebook page. */
  instagram: z.object({
    app: z.object({ id: z.string() }).nullable(),
    settings: z.array(MetaSettings),
  }),
  /** `answered` is the version in Meta's latest reply. It differs once Meta has retired the requested one. */
  graphVersion: z.object({ requested: z.string(), answered: z.string().nullable() }),
});
export type MetaSetup = z.infer<typeof MetaSetup>;

export const getMetaSetup = endpoint({
  method: 'GET',
  path: '/admin/meta',
  access: 'system-admin',
  cost: 'read',
  summary: 'Returns the values to enter in Meta’s dashboard, and whether a Meta app is configured',
  response: MetaSetup,
  failures: [],
});

const Digits = z
  .string()
  .trim()
  .regex(/^\d{1,32}$/, 'must be a number');
const Token = z
  .string()
  .trim()
  .regex(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or one of . _ ~ + / = -');

export const saveMetaSetup = endpoint({
  method: 'PUT',
  path: '/admin/meta',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'external',
  summary: 'Checks a Meta app with Meta, then saves it and restarts; only if none is configured yet',
  body: z.strictObject({
    appId: Digits,
    appSecret: Token,
    loginConfigId: Digits,
    /** Null if stories are polled instead. */
    webhookVerifyToken: Token.nullable(),
  }),
  response: SavedSetting,
  failures: ['meta_configured', 'configuration_read_only'],
});

export const saveInstagramSetup = endpoint({
  method: 'PUT',
  path: '/admin/meta/instagram',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'external',
  summary: 'Checks an Instagram app at Instagram, then saves it and restarts; only if none is configured yet',
  body: z.strictObject({ appId: Digits, appSecret: Token }),
  response: SavedSetting,
  failures: ['instagram_configured', 'configuration_read_only'],
});
