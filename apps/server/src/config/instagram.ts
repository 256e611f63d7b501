import { z } from 'zod';
import type { Problem } from './production.ts';
import { Secret } from './secret.ts';
import { url } from './values.ts';

const text = z.string().trim().min(1);

/** The app for logins at Instagram: for accounts without a Facebook page. */
export const instagramVariables = {
  INSTAGRAM_APP_ID: text.optional(),
  INSTAGRAM_APP_SECRET: text.optional(),
  INSTAGRAM_LOGIN_BASE_URL: url.default('https://www.instagram.com'),
  INSTAGRAM_API_BASE_URL: url.default('https://api.instagram.com'),
  INSTAGRAM_GRAPH_BASE_URL: url.default('https://graph.instagram.com'),
};

const Instagram = z.object(instagramVariables);
type Instagram = z.output<typeof Instagram>;

/** Rules across these variables. */
export function listInstagramProblems(given: Instagram): Problem[] {
  const pairs = [
    ['INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'],
    ['INSTAGRAM_APP_SECRET', 'INSTAGRAM_APP_ID'],
  ] as const;
  return pairs.flatMap(([name, other]) =>
    !given[name] && given[other] ? [{ name, message: `is missing: required by ${other}` }] : [],
  );
}

export const toInstagramHosts = (env: Instagram) => ({
  loginBaseUrl: env.INSTAGRAM_LOGIN_BASE_URL,
  apiBaseUrl: env.INSTAGRAM_API_BASE_URL,
  graphBaseUrl: env.INSTAGRAM_GRAPH_BASE_URL,
});

/** Returns null when logins at Instagram are not offered. */
export function toInstagramConfig(env: Instagram) {
  return env.INSTAGRAM_APP_ID
    ? {
        appId: env.INSTAGRAM_APP_ID,
        appSecret: new Secret(env.INSTAGRAM_APP_SECRET ?? ''),
        ...toInstagramHosts(env),
      }
    : null;
}

export type InstagramConfig = NonNullable<ReturnType<typeof toInstagramConfig>>;
