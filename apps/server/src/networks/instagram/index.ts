export { GraphError } from './client/graph-error.ts';
export { createGraphHttp, type DroppedPart, type GraphHost } from './client/graph-http.ts';
export { createGraphProbe } from './client/graph-probe.ts';
export type { GraphUsage } from './client/graph-usage.ts';
export { createGraphVersionWatch } from './client/graph-version.ts';
export { createInstagramGraph, type InstagramGraph } from './client/instagram-graph.ts';
export { createConnectionAccess, type AccountToken } from './connections/connection-access.ts';
export { createFindReached } from './connections/find-reached.ts';
export { processDeletions } from './connections/deletion/process-deletions.ts';
export { listInstagramSettings, listMetaSettings } from './connections/meta-settings.ts';
export { neededScopes } from './connections/rules.ts';
export { reportUnusableKeys, tryKeys } from './connections/tokens/encrypted-tokens.ts';
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
export { createInstagramConnector } from './sync/connector.ts';
export { createWindowRequests } from './sync/fetch/window-requests.ts';
export { createInstagramReplayer } from './sync/replay-step.ts';
export { createGraphRateLimiter } from './sync/schedule/graph-rate-limiter.ts';
export { verifyAccounts, type AccountReport, type VerifyOptions } from './verify/verify-account.ts';
