export { createQuery } from './client/xrpc.ts';
export { blueskyReplayer, createBlueskyConnector } from './connector.ts';
