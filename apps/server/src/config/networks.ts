import { z } from 'zod';
import type { Problem } from './production.ts';
import { isLoopback, url } from './values.ts';

const networks = ['instagram_account', 'bluesky_account'] as const;
const isNetwork = (name: string) => networks.some((network) => network === name);

/** The networks whose accounts can be connected, and the servers of those that need no app. */
export const networkVariables = {
  NETWORKS: z
    .string()
    .transform((value) => [...new Set(value.split(',').map((name) => name.trim()))])
    .refine(
      (names) => names.every(isNetwork) && names.includes('instagram_account'),
      'must be instagram_account, or instagram_account,bluesky_account',
    )
    .transform((names) => networks.filter((network) => names.includes(network)))
    .default(['instagram_account']),
  BLUESKY_APPVIEW_URL: url.default('https://public.api.bsky.app'),
  BLUESKY_PLC_URL: url.default('https://plc.directory'),
};

/** Rules across variables: accounts' servers return to https addresses, or to this machine. */
export function listNetworkProblems({ NETWORKS, APP_URL }: { NETWORKS: string[]; APP_URL?: string }): Problem[] {
  const { protocol, hostname } = new URL(APP_URL ?? 'http://localhost');
  return NETWORKS.includes('bluesky_account') && protocol === 'http:' && !isLoopback(hostname)
    ? [{ name: 'NETWORKS', message: 'with bluesky_account needs an https APP_URL, or localhost' }]
    : [];
}

export interface BlueskyConfig {
  appViewUrl: string;
  directoryUrl: string;
}
