export { featuresQuery } from './features.query.ts';
export { OfflineCard } from './offline-card.tsx';
export { createSessionClient, type SessionClient } from './session-client.ts';
export { SessionContext, useSession } from './session-context.ts';
export { SessionsCard } from './sessions-card.tsx';
export { openSignedInAgain } from './signed-in-again.ts';
export { useLogOut } from './use-log-out.ts';
