export { featuresQuery } from './features.query.ts';
export { createSessionClient, type SessionClient } from './session-client.ts';
export { SessionContext, useSession } from './session-context.ts';
export { SessionsCard } from './sessions-card.tsx';
export { useLogOut } from './use-log-out.ts';
