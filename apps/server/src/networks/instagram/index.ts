export { GraphError } from './client/graph-error.ts';
export { createGraphHttp, type GraphHost } from './client/graph-http.ts';
export { createGraphProbe } from './client/graph-probe.ts';
export { createInstagramGraph, type InstagramGraph } from './client/instagram-graph.ts';
export { createConnectionAccess, type AccountToken } from './connections/connection-access.ts';
export { listInstagramSettings, listMetaSettings } from './connections/meta-settings.ts';
export { neededScopes } from './connections/rules.ts';
export {
  countConnections,
  countPendingRevocations,
  endAllInstagramLogins,
  endAllLogins,
} from './connections/tokens/queries.ts';
export { revokePendingTokens } from './connections/tokens/revoke-tokens.ts';
export { findAccountToCheck } from './doctor/find-account.ts';
export { checkMeta } from './doctor/meta-checks.ts';
export type { Finding } from './doctor/rules.ts';
export { writeEvidence } from './sync/answers/write-evidence.ts';
export { createInstagramReplayer } from './sync/replay-step.ts';
export { createGraphRateLimiter } from './sync/schedule/graph-rate-limiter.ts';
export { verifyAccounts, type AccountReport, type VerifyOptions } from './verify/verify-account.ts';
