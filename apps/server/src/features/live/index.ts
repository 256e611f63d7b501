export { startRightsCheck } from './recheck-rights.ts';
export { liveRoutes } from './routes.ts';
export { createLiveStreams, type LiveStreams } from './streams.ts';
export { countLiveTokens, createLiveTokens, forgetExpiredTokens, revokeLiveTokens } from './tokens.ts';
