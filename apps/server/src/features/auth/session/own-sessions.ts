import { endOwnSession, listSessions, type LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { toAccessToken } from '../../../platform/http/access-token.ts';
import { route } from '../../../platform/http/route.ts';
import { endStreams } from '../../live/index.ts';
import type { SessionStore } from './session-store.ts';

export interface OwnSessionDeps {
  db: Database;
  events: EventBus<LiveMessage>;
  sessions: SessionStore;
}

/** Lists and ends users' browser sessions. */
export function ownSessionRoutes({ db, events, sessions }: OwnSessionDeps) {
  return [
    route(listSessions, async ({ viewer: { userId }, reply }) => {
      const current = toAccessToken(reply);
      const open = await sessions.list(userId, current);
      return {
        sessions: open.map(({ createdAt, lastUsedAt, ...session }) => ({
          ...session,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      };
    }),

    route(endOwnSession, async ({ viewer: { userId }, params: { id } }) => {
      if (!(await sessions.endOne(userId, id))) throw new ApiError('not_found');
      await endStreams({ db, events }, userId);
      return { success: true as const };
    }),
  ];
}
