import {
  createLiveToken,
  logOut,
  openLiveStream,
  subscribeDocument,
  subscribeDocuments,
  unsubscribeDocument,
  type LiveMessage,
} from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { Failure } from '../../platform/failure.ts';
import { route, type Viewer } from '../../platform/http/route.ts';
import { takeOver } from '../../platform/http/take-over.ts';
import { requireAccounts } from '../accounts/index.ts';
import type { LiveStreams } from './streams.ts';
import type { LiveTokens } from './tokens.ts';

const success = { success: true as const };

export interface LiveNeeds {
  db: Database;
  tokens: LiveTokens;
  streams: LiveStreams;
  events: EventBus<LiveMessage>;
  /** Told that somebody looks at accounts. */
  onFollow(accountIds: string[]): Promise<void>;
}

export function liveRoutes({ db, tokens, streams, events, onFollow }: LiveNeeds) {
  async function follow(viewer: Viewer, documents: readonly { docType: string; docId: string }[]) {
    const docIds = documents.map(({ docId }) => docId);
    await requireAccounts(db, viewer, docIds).catch((cause: unknown) => {
      throw cause instanceof Failure ? new Failure('document_not_found', undefined, { cause }) : cause;
    });
    // By the bus, because the stream may be held by another process.
    for (const { docType, docId } of documents)
      await events.publish({ to: 'follow', userId: viewer.userId, document: `${docType}:${docId}` });
    await onFollow(docIds);
    return success;
  }

  return [
    route(createLiveToken, async ({ viewer, params: { userId } }) => {
      if (userId !== viewer.userId) throw new Failure('user_not_found');
      return { token: await tokens.issue(viewer.userId) };
    }),

    route(openLiveStream, async ({ params: { token }, reply }) => {
      const userId = streams.isDraining() ? null : await tokens.findHolder(token);
      if (!userId) throw new Failure('live_token_invalid');
      streams.open(userId, takeOver(reply));
      return '';
    }),

    route(subscribeDocument, async ({ viewer, body }) => follow(viewer, [body])),

    route(subscribeDocuments, async ({ viewer, body: { documents } }) => follow(viewer, documents)),

    route(unsubscribeDocument, async ({ viewer, body: { docType, docId } }) => {
      await events.publish({ to: 'unfollow', userId: viewer.userId, document: `${docType}:${docId}` });
      return success;
    }),

    route(logOut, async ({ viewer }) => {
      await tokens.revokeAll(viewer.userId);
      await events.publish({ to: 'session-end', userId: viewer.userId });
      return success;
    }),
  ];
}
