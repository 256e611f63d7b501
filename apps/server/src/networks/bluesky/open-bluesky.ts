import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { disableConnector } from '../../features/sync/index.ts';
import { createAppView } from './client/app-view.ts';
import { createQuery } from './client/xrpc.ts';
import { createBlueskyConnector } from './connector.ts';
import { serveBlueskyClient } from './login/client-metadata.ts';
import { createBlueskyFindReached } from './login/find-reached.ts';
import { createBlueskyOAuth } from './login/load-oauth.ts';
import type { SignInDeps } from './login/sign-in.ts';

export interface BlueskyParts extends Omit<SignInDeps, 'appView' | 'oauth'> {
  config: Pick<Config, 'appUrl' | 'networks' | 'meta' | 'bluesky' | 'answerRetentionDays'>;
}

/** Creates the network's connector, and the services that its routes need; while it is disabled, nothing is fetched. */
export function openBluesky({
  config: { appUrl, networks, meta, bluesky, answerRetentionDays },
  ...deps
}: BlueskyParts) {
  const { db, clock } = deps;
  const isEnabled = networks.includes('bluesky_account');
  const query = createQuery({ baseUrl: bluesky.appViewUrl });
  const connector = createBlueskyConnector({
    db,
    query,
    clock,
    dayZone: meta.dayZone,
    answerDays: answerRetentionDays,
  });
  return {
    connectors: { bluesky_account: isEnabled ? connector : disableConnector(connector, 'Bluesky') },
    reachedAccounts: isEnabled ? { bluesky_account: createBlueskyFindReached(db) } : {},
    servePages(server: FastifyInstance) {
      if (isEnabled) serveBlueskyClient(server, appUrl);
    },
    services: {
      bluesky: {
        ...deps,
        isEnabled,
        appView: createAppView(query),
        oauth: createBlueskyOAuth({ ...bluesky, appUrl }),
      },
    },
  };
}
