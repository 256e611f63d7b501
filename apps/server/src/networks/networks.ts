import { blueskyFeature } from './bluesky/feature.ts';
import { openBluesky, type BlueskyParts } from './bluesky/open-bluesky.ts';
import { instagramFeature } from './instagram/feature.ts';
import { openInstagram, type InstagramParts } from './instagram/open-instagram.ts';
import type { ReachedAccounts } from './reached-accounts.ts';

export { reportUnusableKeys, tryKeys } from './instagram/connections/tokens/encrypted-tokens.ts';

/** What the networks declare, as features do. */
export const networkFeatures = [blueskyFeature, instagramFeature] as const;

/** Creates what the networks give to the app: connectors, services for routes and work, pages and retention rules. */
export function openNetworks({ db, vault, clock, events, config, ...parts }: InstagramParts & BlueskyParts) {
  const bluesky = openBluesky({ db, vault, clock, events, config });
  const instagram = openInstagram({ db, vault, clock, events, config, ...parts });
  return {
    ...bluesky.services,
    ...instagram.services,
    connectors: { ...instagram.connectors, ...bluesky.connectors },
    reachedAccounts: { ...instagram.reachedAccounts, ...bluesky.reachedAccounts } satisfies ReachedAccounts,
    networkRetention: instagram.retention,
    serveNetworkPages: bluesky.servePages,
  };
}
