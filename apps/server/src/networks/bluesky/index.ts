export { createAppView } from './client/app-view.ts';
export { createQuery } from './client/xrpc.ts';
export { blueskyReplayer, createBlueskyConnector } from './connector.ts';
export { serveBlueskyClient } from './login/client-metadata.ts';
export { createBlueskyFindReached } from './login/find-reached.ts';
export { createBlueskyOAuth } from './login/load-oauth.ts';
