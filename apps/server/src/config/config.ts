import path from 'node:path';
import { z } from 'zod';
import { findUrlProblem } from '../database/database-url.ts';
import { backupVariables, listBackupProblems, toBackupConfig } from './backups.ts';
import { findCaProblem } from './extra-ca-certs.ts';
import { githubVariables, listGithubProblems, toGithubConfig } from './github.ts';
import { instagramVariables, listInstagramProblems, toInstagramConfig, toInstagramHosts } from './instagram.ts';
import { legalVariables, toLegalConfig } from './legal.ts';
import { mailVariables, toMailConfig } from './mail.ts';
import { listNetworkProblems, networkVariables } from './networks.ts';
import { listOidcProblems, oidcVariables, toOidcConfig } from './oidc.ts';
import { listDevelopmentProblems, listProductionProblems, plaintextVariables } from './production.ts';
import { resolveRenamedVariables } from './renamed-variables.ts';
import { Secret } from './secret.ts';
import { stripeVariables, toStripeConfig } from './stripe.ts';
import { encryptionKeys, isoZone, isProxy, rateLimits, rootUrl, url } from './values.ts';
import { toComparableAddress } from '../platform/address-forms.ts';

const text = z.string().trim().min(1);
const port = z.coerce.number().int().min(1).max(65535);
const databaseUrl = z.string().superRefine((text, context) => {
  const message = findUrlProblem(text);
  if (message) context.addIssue({ code: 'custom', message });
});
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
/** Every variable with its default, as in docs/configuration.md. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  APP_URL: rootUrl.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' }).optional(),
  REDIS_PREFIX: text.default('tidemark'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  EXTRA_CA_CERTS: text
    .superRefine((file, context) => {
      const message = findCaProblem(file);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  HSTS: z.enum(['on', 'subdomains', 'off']).default('on'),
  ALLOW_PLAINTEXT: list.pipe(z.array(z.enum(plaintextVariables))).default([]),
  API_DOCS: z.enum(['on', 'off']).optional(),
  ENCRYPTION_KEYS: encryptionKeys.optional(),
  TRUST_PROXY: list
    .refine(
      (proxies) => proxies.every(isProxy),
      'must be the addresses or networks of your reverse proxies, for example 127.0.0.1 or 10.0.0.0/8, but not all addresses',
    )
    .default([]),
  RATE_LIMIT_PER_IP: z.coerce.number().int().min(60).default(20_000),
  RATE_LIMIT_PER_USER: z.coerce.number().int().min(60).default(12_000),
  RATE_LIMITS: rateLimits,

  ...oidcVariables,
  OPERATOR_EMAILS: list
    .transform((emails) => emails.map(toComparableAddress))
    .refine((emails) => emails.every((email) => /^\S+@\S+$/.test(email)), 'must be email addresses separated by commas')
    .default([]),

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
  META_INSIGHTS_TIMEZONE: isoZone.default('America/Los_Angeles'),
  ANSWER_RETENTION_DAYS: z.coerce.number().int().min(0).max(3650).default(90),
  STORY_RETENTION_DAYS: z.coerce.number().int().min(30).max(3650).optional(),
  SYNC_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(3),
  THUMBNAILS_PER_SECOND: z.coerce.number().int().min(0).max(1000).default(10),

  ...networkVariables,
  ...instagramVariables,
  ...githubVariables,
  ...stripeVariables,
  ...mailVariables,
  ...legalVariables,
  ...backupVariables,

  UPDATE_CHECK_URL: url.optional(),

  SANDBOX: z.enum(['auto', 'off']).default('auto'),
  SANDBOX_PORT: port.default(3100),
  SANDBOX_URL: url.refine((value) => value === new URL(value).origin, 'must be an origin without a path').optional(),
});

export const variableNames: readonly string[] = Object.keys(Environment.shape);
/** The Meta app's variables, which the first operator can also enter in the browser. */
const requiredMetaNames = ['META_APP_ID', 'META_APP_SECRET', 'META_LOGIN_CONFIG_ID'] as const;

export class ConfigError extends Error {
  problems: string[];
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'an error' : `${problems.length} errors`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

export type Config = ReturnType<typeof readConfig>;
type Variables = Record<string, string | undefined>;

/** Returns true without real providers: the local sandbox then supplies the missing variables. */
export function wantsSandbox(variables: Variables): boolean {
  return (
    variables.NODE_ENV !== 'production' &&
    variables.SANDBOX !== 'off' &&
    !variables.OIDC_ISSUER &&
    !variables.META_APP_ID
  );
}

/** Ports and folders, needed before the rest can be parsed. */
export function readPlaces(variables: Variables) {
  const { PORT, SANDBOX_PORT, SANDBOX_URL, METRICS_PORT, DATA_DIR, APP_URL } = parse(Environment, variables);
  return {
    port: PORT,
    sandboxPort: SANDBOX_PORT,
    sandboxUrl: SANDBOX_URL ?? null,
    metricsPort: METRICS_PORT ?? null,
    dataDir: path.resolve(DATA_DIR),
    appUrl: APP_URL ?? `http://localhost:${PORT}`,
  };
}

/** Parses the environment. Throws ConfigError with every mistake at once; never prints a value. */
export function readConfig(variables: Variables, { sandbox = false }: { sandbox?: boolean } = {}) {
  const env = parse(
    Environment.superRefine((value, context) => {
      const isMetaLater = ![...requiredMetaNames, 'META_WEBHOOK_VERIFY_TOKEN' as const].some((name) => value[name]);
      for (const name of isMetaLater ? [] : requiredMetaNames) {
        if (!value[name]) context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
      }
      for (const { name, message } of [
        ...listOidcProblems(value),
        ...listGithubProblems(value),
        ...listInstagramProblems(value),
        ...listNetworkProblems(value),
        ...listBackupProblems(value),
      ])
        context.addIssue({ code: 'custom', path: [name], message });
      if (value.METRICS_PORT === value.PORT)
        context.addIssue({ code: 'custom', path: ['METRICS_PORT'], message: 'must differ from PORT' });
      if (value.MIGRATION_DATABASE_URL && !value.DATABASE_URL)
        context.addIssue({
          code: 'custom',
          path: ['DATABASE_URL'],
          message: 'is missing: MIGRATION_DATABASE_URL needs it',
        });
      if (value.DATABASE_DIRECT_URL && !value.DATABASE_URL)
        context.addIssue({
          code: 'custom',
          path: ['DATABASE_DIRECT_URL'],
          message: 'is for a DATABASE_URL that names a pooler: set DATABASE_URL too',
        });
      for (const [name, other] of [
        ['SMTP_URL', 'MAIL_FROM'],
        ['MAIL_FROM', 'SMTP_URL'],
        ['SMTP_URL', 'MAIL_RETURN_PATH'],
        ['LEGAL_NAME', 'LEGAL_EMAIL'],
        ['LEGAL_EMAIL', 'LEGAL_NAME'],
        ['LEGAL_NAME', 'LEGAL_ADDRESS'],
      ] as const)
        if (!value[name] && value[other])
          context.addIssue({ code: 'custom', path: [name], message: `is missing: required by ${other}` });
      if (value.STRIPE_WEBHOOK_SECRET && !value.STRIPE_SECRET_KEY)
        context.addIssue({
          code: 'custom',
          path: ['STRIPE_SECRET_KEY'],
          message: 'is missing: required to process webhook events',
        });
      if (value.NODE_ENV !== 'production') {
        for (const { name, message } of listDevelopmentProblems(value, { sandbox }))
          context.addIssue({ code: 'custom', path: [name], message });
        return;
      }
      if (value.STRIPE_SECRET_KEY && !value.STRIPE_WEBHOOK_SECRET)
        context.addIssue({
          code: 'custom',
          path: ['STRIPE_WEBHOOK_SECRET'],
          message: 'is missing: copy it from the webhook in Stripe; it starts with whsec_',
        });
      for (const { name, message } of listProductionProblems(value))
        context.addIssue({ code: 'custom', path: [name], message });
    }),
    variables,
  );
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
  return {
    production: env.NODE_ENV === 'production',
    sandbox,
    port: env.PORT,
    host: env.HOST,
    appUrl,
    dataDir: path.resolve(env.DATA_DIR),
    hsts: env.HSTS,
    databaseUrl: env.DATABASE_URL ? new Secret(env.DATABASE_URL) : null,
    /** PostgreSQL itself, where `databaseUrl` names a pooler. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ? new Secret(env.DATABASE_DIRECT_URL) : null,
    redisUrl: env.REDIS_URL ? new Secret(env.REDIS_URL) : null,
    redisPrefix: env.REDIS_PREFIX,
    logLevel: env.LOG_LEVEL,
    metrics: {
      /** Null: metrics are served on the main port, for anyone with the token. */
      port: env.METRICS_PORT ?? null,
      host: env.METRICS_HOST,
      token: env.METRICS_TOKEN ? new Secret(env.METRICS_TOKEN) : null,
    },
    apiDocs: env.API_DOCS ? env.API_DOCS === 'on' : env.NODE_ENV !== 'production',
    encryptionKeys: env.ENCRYPTION_KEYS ? new Secret(env.ENCRYPTION_KEYS) : null,
    trustProxy: env.TRUST_PROXY,
    limits: {
      perIp: env.RATE_LIMIT_PER_IP,
      perUser: env.RATE_LIMIT_PER_USER,
      named: env.RATE_LIMITS,
    },
    ...toOidcConfig(env, appUrl),
    operatorEmails: env.OPERATOR_EMAILS,
    /** Null: stories are retained as long as their account. */
    legal: toLegalConfig(env),
    answerRetentionDays: env.ANSWER_RETENTION_DAYS,
    storyRetentionDays: env.STORY_RETENTION_DAYS ?? null,
    syncConcurrency: env.SYNC_CONCURRENCY,
    thumbnailsPerSecond: env.THUMBNAILS_PER_SECOND,
    stripe: toStripeConfig(env),
    mail: toMailConfig(env, appUrl),
    github: toGithubConfig(env),
    /** Null: Tidemark makes no backups by itself. */
    backups: toBackupConfig(env),
    networks: env.NETWORKS,
    bluesky: { appViewUrl: env.BLUESKY_APPVIEW_URL, directoryUrl: env.BLUESKY_PLC_URL },
    /** Null: accounts are connected with a Meta business login only. */
    instagram: toInstagramConfig(env),
    /** Known before an operator enters the app. */
    instagramHosts: toInstagramHosts(env),
    /** Null: newer versions are not looked for. */
    updateCheckUrl: env.UPDATE_CHECK_URL ?? null,
    meta: {
      /** False until the first operator has entered the app. */
      isConfigured: env.META_APP_ID !== undefined,
      appId: env.META_APP_ID ?? '',
      appSecret: new Secret(env.META_APP_SECRET ?? ''),
      loginConfigId: env.META_LOGIN_CONFIG_ID ?? '',
      sdkUrl: env.META_SDK_URL,
      dialogBaseUrl: env.META_DIALOG_BASE_URL,
      graphBaseUrl: env.META_GRAPH_BASE_URL,
      graphVersion: env.META_GRAPH_VERSION,
      mediaOrigins: env.META_MEDIA_ORIGINS,
      dayZone: env.META_INSIGHTS_TIMEZONE,
      webhookVerifyToken: env.META_WEBHOOK_VERIFY_TOKEN ? new Secret(env.META_WEBHOOK_VERIFY_TOKEN) : null,
    },
  };
}

function parse<T extends z.ZodType>(schema: T, variables: Variables): z.output<T> {
  const { current, conflicts, oldNames } = resolveRenamedVariables(variables);
  // `PORT= npm start` and half-filled .env files mean the default.
  const given = Object.fromEntries(Object.entries(current).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  if (result.success && conflicts.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  // Rules across variables are checked only for valid ones: the invalid ones are left out here, so that one run reports
  // everything.
  const wrong = new Set(issues.map(({ path: [name] }) => String(name)));
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  const between = schema.safeParse(others).error?.issues.filter(({ path: [name] }) => !wrong.has(String(name))) ?? [];
  const problems = new Map(conflicts.map(({ name, message }) => [name, message]));
  for (const issue of [...issues, ...between]) {
    const name = String(issue.path[0]);
    if (!problems.has(name)) problems.set(name, issue.message);
  }
  throw new ConfigError([...problems].map(([name, message]) => `${oldNames.get(name) ?? name}: ${message}`));
}
