import { z } from 'zod';
import { readClientKey } from './client-key.ts';
import type { Problem } from './production.ts';
import { Secret } from './secret.ts';
import { url } from './values.ts';

const text = z.string().trim().min(1);

/** The roadmap's repository, and access to it: with a token or as a GitHub App. */
export const githubVariables = {
  GITHUB_REPOSITORY: z
    .string()
    .regex(/^[\w-]+\/[\w.-]+$/, 'must look like owner/name')
    .optional(),
  GITHUB_TOKEN: text.optional(),
  GITHUB_APP_ID: z
    .string()
    .regex(/^(\d+|Iv\w+\.?\w+)$/, 'must be the app ID or the client ID of a GitHub App')
    .optional(),
  GITHUB_APP_PRIVATE_KEY_FILE: text
    .transform((file, context) => {
      const read = readClientKey(file);
      if ('pem' in read && read.algorithm === 'RS256') return read.pem;
      context.addIssue({ code: 'custom', message: 'problem' in read ? read.problem : 'must be an RSA key' });
      return z.NEVER;
    })
    .optional(),
  GITHUB_WEBHOOK_SECRET: text.min(16, 'must have at least 16 characters').optional(),
  GITHUB_API_BASE_URL: url.default('https://api.github.com'),
};

const Github = z.object(githubVariables);
type Github = z.output<typeof Github>;

/** Rules across these variables. */
export function listGithubProblems(given: Github): Problem[] {
  const { GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token, GITHUB_APP_ID: appId } = given;
  const key = given.GITHUB_APP_PRIVATE_KEY_FILE;
  const problems: Problem[] = [];
  const reportMissing = (name: string, other: string) =>
    problems.push({ name, message: `is missing: required by ${other}` });
  if (repository && !token && !appId)
    problems.push({
      name: 'GITHUB_TOKEN',
      message: 'is missing: GITHUB_REPOSITORY requires it, or GITHUB_APP_ID instead',
    });
  if (token && appId)
    problems.push({ name: 'GITHUB_TOKEN', message: 'must not be set with GITHUB_APP_ID: remove one' });
  for (const name of ['GITHUB_TOKEN', 'GITHUB_APP_ID', 'GITHUB_WEBHOOK_SECRET'] as const)
    if (given[name] && !repository) reportMissing('GITHUB_REPOSITORY', name);
  if (appId && !key) reportMissing('GITHUB_APP_PRIVATE_KEY_FILE', 'GITHUB_APP_ID');
  if (key && !appId) reportMissing('GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY_FILE');
  return problems;
}

export type GithubAccess = { kind: 'token'; token: Secret } | { kind: 'app'; appId: string; privateKey: Secret };

/** Returns null when the roadmap is stored in the database only. */
export function toGithubConfig(env: Github) {
  const access = toAccess(env);
  if (!access || !env.GITHUB_REPOSITORY) return null;
  return {
    access,
    repository: env.GITHUB_REPOSITORY,
    apiBaseUrl: env.GITHUB_API_BASE_URL,
    /** Null: changes are noticed when the list is fetched again. */
    webhookSecret: env.GITHUB_WEBHOOK_SECRET ? new Secret(env.GITHUB_WEBHOOK_SECRET) : null,
  };
}

/** Reveals the secrets to the client, which keeps them to itself. */
export function revealAccess(access: GithubAccess) {
  return access.kind === 'token'
    ? { ...access, token: access.token.reveal() }
    : { ...access, privateKey: access.privateKey.reveal() };
}

function toAccess(env: Github): GithubAccess | null {
  if (env.GITHUB_TOKEN) return { kind: 'token', token: new Secret(env.GITHUB_TOKEN) };
  const { GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY_FILE: privateKey } = env;
  return appId && privateKey ? { kind: 'app', appId, privateKey } : null;
}
