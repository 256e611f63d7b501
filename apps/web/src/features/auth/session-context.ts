import { createContext, use, useSyncExternalStore } from 'react';
import type { SessionClient, SessionState } from './session-client.ts';

export const SessionContext = createContext<SessionClient | undefined>(undefined);

export function useSession(): { session: SessionClient; state: SessionState } {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs the session client above it');
  return { session, state: useSyncExternalStore(session.subscribe, session.state, session.state) };
}
