export { startRightsCheck } from './recheck-rights.ts';
export { liveRoutes } from './routes.ts';
export { createLiveStreams } from './streams.ts';
export { createLiveTokens } from './tokens.ts';
