import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const Document = z.strictObject({ docType: z.literal('account'), docId: z.string().min(1).max(64) });

export const createLiveToken = endpoint({
  method: 'POST',
  path: '/sse/token/:userId',
  access: 'user',
  summary: 'A token for the live stream, good for 12 hours',
  params: z.strictObject({ userId: z.string().min(1).max(64) }),
  response: z.object({ token: z.string() }),
  failures: ['user_not_found'],
});

export const openLiveStream = endpoint({
  method: 'GET',
  path: '/sse/user/:token',
  access: 'live-token',
  summary: 'The live stream (text/event-stream)',
  params: z.strictObject({ token: z.string() }),
  response: z.string(),
  failures: ['live_token_invalid'],
});

export const subscribeDocument = endpoint({
  method: 'POST',
  path: '/sse/subscribe',
  access: 'user',
  summary: 'Sends the updates of a document to the caller’s streams',
  body: Document,
  response: z.object({ success: z.literal(true) }),
  failures: ['document_not_found'],
});

export const subscribeDocuments = endpoint({
  method: 'POST',
  path: '/sse/subscribe/list',
  access: 'user',
  summary: 'Subscribes to many documents at once; one that the caller may not see fails the call',
  body: z.strictObject({ documents: z.array(Document).min(1).max(100) }),
  response: z.object({ success: z.literal(true) }),
  failures: ['document_not_found'],
});

export const unsubscribeDocument = endpoint({
  method: 'POST',
  path: '/sse/unsubscribe',
  access: 'user',
  summary: 'Stops sending the updates of a document',
  body: Document,
  response: z.object({ success: z.literal(true) }),
  failures: [],
});
