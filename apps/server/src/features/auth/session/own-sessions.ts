import { endOwnSession, listSessions } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { toAccessToken } from '../../../platform/http/access-token.ts';
import { route } from '../../../platform/http/route.ts';
import type { SessionStore } from './session-store.ts';

export interface OwnSessionDeps {
  store: SessionStore;
  /** Called when a session has ended. */
  onEnded(userId: string): Promise<void>;
}

/** Lists and ends users' browser sessions. */
export function ownSessionRoutes({ store, onEnded }: OwnSessionDeps) {
  return [
    route(listSessions, async ({ viewer: { userId }, reply }) => {
      const current = toAccessToken(reply);
      const sessions = await store.list(userId, current);
      return {
        sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
          ...session,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      };
    }),

    route(endOwnSession, async ({ viewer: { userId }, params: { id } }) => {
      if (!(await store.endOne(userId, id))) throw new ApiError('not_found');
      await onEnded(userId);
      return { success: true as const };
    }),
  ];
}
