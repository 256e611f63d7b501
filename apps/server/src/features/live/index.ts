export { startAccessCheck } from './access-check.ts';
export { endStreams } from './end-streams.ts';
export { countStreams, startProcessReports } from './process-reports.ts';
export { liveRoutes } from './routes.ts';
export { createLiveStreams, type LiveStreams } from './streams.ts';
export { countLiveTokens, createLiveTokens, revokeLiveTokens } from './tokens.ts';
