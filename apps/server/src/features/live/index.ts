export { liveRoutes } from './routes.ts';
export { createLiveStreams, type LiveStreams } from './streams.ts';
export { createLiveTokens, type LiveTokens } from './tokens.ts';
