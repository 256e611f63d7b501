import type { ClientConfig } from '@tidemark/contract';

/** For tests: a server that uses the real Meta and has neither a sign-in nor mail of its own. */
export const stubbedConfig: ClientConfig = {
  meta: {
    appId: '1',
    loginConfigId: '2',
    sdkUrl: 'about:blank',
    graphVersion: 'v25.0',
    dayZone: 'America/Los_Angeles',
  },
  sandbox: false,
  builtInSignIn: false,
  sendsMail: false,
  mcpOAuth: false,
};
