import path from 'node:path';
import { z } from 'zod';
import { Secret } from './secret.ts';

const text = z.string().trim().min(1);
const port = z.coerce.number().int().min(1).max(65535);
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((value) => value.replace(/\/+$/, ''));
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const isoZone = text.refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'must be a time zone such as America/Los_Angeles');

/** Every variable the product reads, with its default; the table in README is this one in words. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  APP_URL: url.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' }).optional(),
  REDIS_PREFIX: text.default('tidemark'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ENCRYPTION_KEYS: text.optional(),
  TRUST_PROXY: list.default([]),

  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be the issuer’s address' }).optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_AUDIENCE: text.optional(),
  OIDC_SCOPE: text.default('openid profile email'),
  OIDC_AUTHORIZE_PARAMS: z.string().default(''),
  OIDC_ROLES_CLAIM: text.optional(),

  META_APP_ID: text.optional(),
  META_APP_SECRET: text.optional(),
  META_LOGIN_CONFIG_ID: text.optional(),
  META_SDK_URL: url.default('https://connect.facebook.net/en_US/sdk.js'),
  META_DIALOG_BASE_URL: url.default('https://www.facebook.com'),
  META_GRAPH_BASE_URL: url.default('https://graph.facebook.com'),
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must look like v25.0')
    .default('v25.0'),
  META_MEDIA_ORIGINS: list.default(['https://*.cdninstagram.com', 'https://*.fbcdn.net']),
  META_WEBHOOK_VERIFY_TOKEN: text.optional(),
  META_DAY_ZONE: isoZone.default('America/Los_Angeles'),
  THUMBNAILS_PER_SECOND: z.coerce.number().int().min(0).max(1000).default(10),

  SANDBOX: z.enum(['auto', 'off']).default('auto'),
  SANDBOX_PORT: port.default(3100),
});

/** Variables that the sandbox, or an operator with real providers, must give. */
const required = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_AUDIENCE',
  'META_APP_ID',
  'META_APP_SECRET',
  'META_LOGIN_CONFIG_ID',
] as const;

export class ConfigError extends Error {
  problems: string[];
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof readConfig>;
type Variables = Record<string, string | undefined>;

/** True while no real provider is configured: then the stand-in on this machine gives the missing variables. */
export function wantsSandbox(variables: Variables): boolean {
  return (
    variables.NODE_ENV !== 'production' &&
    variables.SANDBOX !== 'off' &&
    !variables.OIDC_ISSUER &&
    !variables.META_APP_ID
  );
}

/** Ports and folders, which are needed before the rest can be known. */
export function readPlaces(variables: Variables) {
  const { PORT, SANDBOX_PORT, DATA_DIR, APP_URL } = parse(Environment, variables);
  return {
    port: PORT,
    sandboxPort: SANDBOX_PORT,
    dataDir: path.resolve(DATA_DIR),
    appUrl: APP_URL ?? `http://localhost:${PORT}`,
  };
}

/** Environment → configuration. Throws ConfigError with every mistake at once; never prints a value. */
export function readConfig(variables: Variables, { sandbox = false }: { sandbox?: boolean } = {}) {
  const env = parse(
    Environment.superRefine((value, context) => {
      for (const name of required) {
        if (!value[name]) context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
      }
      if (value.NODE_ENV !== 'production') return;
      const mustBeHttps = ['APP_URL', 'OIDC_ISSUER'] as const;
      for (const name of mustBeHttps) {
        if (!value[name]?.startsWith('https://'))
          context.addIssue({ code: 'custom', path: [name], message: 'must be an https address in production' });
      }
      if (!value.ENCRYPTION_KEYS)
        context.addIssue({
          code: 'custom',
          path: ['ENCRYPTION_KEYS'],
          message: 'is missing: name a key, for example main:<32 random bytes in base64>',
        });
    }),
    variables,
  );
  return {
    production: env.NODE_ENV === 'production',
    sandbox,
    port: env.PORT,
    host: env.HOST,
    appUrl: env.APP_URL ?? `http://localhost:${env.PORT}`,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ? new Secret(env.DATABASE_URL) : null,
    redisUrl: env.REDIS_URL ? new Secret(env.REDIS_URL) : null,
    redisPrefix: env.REDIS_PREFIX,
    logLevel: env.LOG_LEVEL,
    encryptionKeys: env.ENCRYPTION_KEYS ? new Secret(env.ENCRYPTION_KEYS) : null,
    trustProxy: env.TRUST_PROXY,
    oidc: {
      issuer: env.OIDC_ISSUER ?? '',
      clientId: env.OIDC_CLIENT_ID ?? '',
      audience: env.OIDC_AUDIENCE ?? '',
      scope: env.OIDC_SCOPE,
      authorizeParams: Object.fromEntries(new URLSearchParams(env.OIDC_AUTHORIZE_PARAMS)),
      rolesClaim: env.OIDC_ROLES_CLAIM ?? null,
    },
    thumbnailsPerSecond: env.THUMBNAILS_PER_SECOND,
    meta: {
      appId: env.META_APP_ID ?? '',
      appSecret: new Secret(env.META_APP_SECRET ?? ''),
      loginConfigId: env.META_LOGIN_CONFIG_ID ?? '',
      sdkUrl: env.META_SDK_URL,
      dialogBaseUrl: env.META_DIALOG_BASE_URL,
      graphBaseUrl: env.META_GRAPH_BASE_URL,
      graphVersion: env.META_GRAPH_VERSION,
      mediaOrigins: env.META_MEDIA_ORIGINS,
      dayZone: env.META_DAY_ZONE,
      webhookVerifyToken: env.META_WEBHOOK_VERIFY_TOKEN ? new Secret(env.META_WEBHOOK_VERIFY_TOKEN) : null,
    },
  };
}

function parse<T extends z.ZodType>(schema: T, variables: Variables): z.output<T> {
  // An empty variable is one that is not set: `PORT= npm start` and half-filled .env files mean the default.
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`));
}
