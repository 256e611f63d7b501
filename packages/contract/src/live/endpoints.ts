import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const Document = z.strictObject({ docType: z.literal('account'), docId: z.string().min(1).max(64) });

export const createLiveToken = endpoint({
  method: 'POST',
  path: '/sse/token/:userId',
  access: 'user',
  member: 'client',
  cost: 'write',
  summary: 'Issues a token for the live stream, valid for 12 hours',
  params: z.strictObject({ userId: z.string().min(1).max(64) }),
  response: z.object({ token: z.string() }),
  failures: ['user_not_found'],
});

export const openLiveStream = endpoint({
  method: 'GET',
  path: '/sse/user/:token',
  access: 'live-token',
  cost: 'read',
  summary: 'Opens the live stream (text/event-stream), with `accounts=all` for updates of all linked accounts',
  params: z.strictObject({ token: z.string() }),
  query: z.strictObject({ accounts: z.literal('all').optional() }),
  response: z.string(),
  failures: ['live_token_invalid'],
});

export const subscribeDocument = endpoint({
  method: 'POST',
  path: '/sse/subscribe',
  access: 'user',
  member: 'client',
  cost: 'write',
  summary: 'Subscribes the caller’s streams to a document’s updates',
  body: Document,
  response: z.object({ success: z.literal(true) }),
  failures: ['document_not_found'],
});

export const subscribeDocuments = endpoint({
  method: 'POST',
  path: '/sse/subscribe/list',
  access: 'user',
  member: 'client',
  cost: 'write',
  summary: 'Subscribes to several documents at once; fails if the caller may not see any one of them',
  body: z.strictObject({ documents: z.array(Document).min(1).max(100) }),
  response: z.object({ success: z.literal(true) }),
  failures: ['document_not_found'],
});

export const unsubscribeDocument = endpoint({
  method: 'POST',
  path: '/sse/unsubscribe',
  access: 'user',
  member: 'client',
  cost: 'write',
  summary: 'Unsubscribes from a document’s updates',
  body: Document,
  response: z.object({ success: z.literal(true) }),
  failures: [],
});

export const logOut = endpoint({
  method: 'POST',
  path: '/user/logout',
  access: 'user',
  member: 'person',
  beforeSecondFactor: true,
  cost: 'write',
  summary: 'Closes the caller’s live connections and revokes their live tokens',
  response: z.object({ success: z.literal(true) }),
  failures: [],
});
