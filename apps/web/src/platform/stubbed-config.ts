import type { ClientConfig } from '@tidemark/contract';

/** Test fixture: a server that uses the real Meta and takes payments, and has neither built-in sign-in nor mail. */
export const stubbedConfig: ClientConfig = {
  meta: {
    appId: '1',
    loginConfigId: '2',
    sdkUrl: 'about:blank',
    graphVersion: 'v25.0',
    dayZone: 'America/Los_Angeles',
  },
  networks: ['instagram_account'],
  metricsByNetwork: {},
  instagramLogin: false,
  sandbox: false,
  builtInSignIn: false,
  sendsMail: false,
  takesPayments: true,
  mcpOAuth: false,
  hasLegalPages: false,
};

/** Test fixture: a server with Bluesky, which has some of the metrics. */
export const blueskyConfig: ClientConfig = {
  ...stubbedConfig,
  networks: ['instagram_account', 'bluesky_account'],
  metricsByNetwork: {
    bluesky_account: {
      cards: ['followers', 'total_interactions', 'post-activity'],
      posts: ['total_interactions', 'likes', 'comments', 'shares', 'reposts'],
    },
  },
};
