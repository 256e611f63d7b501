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
import { ApiError } from '../../platform/api-error.ts';
import { route, toPersonId, type Viewer } from '../../platform/http/route.ts';
import { hijackReply } from '../../platform/http/hijack-reply.ts';
import { listAccessibleAccounts, requireAccounts } from '../accounts/index.ts';
import { endStreams } from './end-streams.ts';
import type { LiveStreams, Recipient } from './streams.ts';
import type { LiveTokens } from './tokens.ts';

const success = { success: true as const };

export interface LiveDeps {
  db: Database;
  tokens: LiveTokens;
  streams: LiveStreams;
  events: EventBus<LiveMessage>;
  /** Called when a user views accounts. */
  watchAccounts(accountIds: string[]): Promise<void>;
}

const toFollower = (viewer: Viewer) => ({ userId: viewer.userId, personId: toPersonId(viewer) });

export function liveRoutes({ db, tokens, streams, events, watchAccounts }: LiveDeps) {
  async function follow(viewer: Viewer, documents: readonly { docType: string; docId: string }[]) {
    const docIds = documents.map(({ docId }) => docId);
    await requireAccounts(db, viewer, docIds).catch((cause: unknown) => {
      throw cause instanceof ApiError ? new ApiError('document_not_found', undefined, { cause }) : cause;
    });
    const reachedIds = new Set(await watchReached({ userId: viewer.userId, accountIds: docIds }));
    // Sent through the bus, because another process may own the stream.
    for (const { docType, docId } of documents.filter((document) => reachedIds.has(document.docId)))
      await events.publish({ ...toFollower(viewer), to: 'follow', document: `${docType}:${docId}` });
    return success;
  }

  /** Excludes an account that the login lost: it stays readable for a while but sends no new events. */
  async function watchReached({ userId, accountIds }: Pick<Recipient, 'userId' | 'accountIds'>): Promise<string[]> {
    const reached = await listAccessibleAccounts(db, userId, accountIds);
    const watched = reached.filter(({ works }) => works).map(({ accountId }) => accountId);
    if (watched.length > 0) await watchAccounts(watched);
    return reached.map(({ accountId }) => accountId);
  }

  return [
    route(createLiveToken, async ({ viewer, params: { userId } }) => {
      if (userId !== toPersonId(viewer)) throw new ApiError('user_not_found');
      return { token: await tokens.issue(viewer) };
    }),

    route(openLiveStream, async ({ params: { token }, query: { accounts }, reply }) => {
      const recipient = streams.isDraining() ? null : await tokens.findRecipient(token);
      if (!recipient) throw new ApiError('live_token_invalid');
      const listAccounts = accounts === 'all' ? () => watchReached(recipient) : undefined;
      await streams.open(recipient, hijackReply(reply), { token, listAccounts });
      return '';
    }),

    route(subscribeDocument, async ({ viewer, body }) => follow(viewer, [body])),

    route(subscribeDocuments, async ({ viewer, body: { documents } }) => follow(viewer, documents)),

    route(unsubscribeDocument, async ({ viewer, body: { docType, docId } }) => {
      await events.publish({ ...toFollower(viewer), to: 'unfollow', document: `${docType}:${docId}` });
      return success;
    }),

    route(logOut, async ({ viewer }) => {
      await endStreams({ db, events }, viewer.userId);
      return success;
    }),
  ];
}
