import { subscribeDocument, unsubscribeDocument, type AccountDocument } from '@tidemark/contract';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../call.ts';

type DocType = 'account';
type Handler = (doc: AccountDocument) => void;

const handlers = new Map<string, Set<Handler>>();
const keyOf = (docType: DocType, docId: string) => `${docType}:${docId}`;

/** Hands a document's update to whoever asked for it. */
export function routeDocument(docType: DocType, docId: string, doc: AccountDocument) {
  handlers.get(keyOf(docType, docId))?.forEach((handler) => handler(doc));
}

let streaming = false;

/** The server forgets subscriptions with their stream: each new one gets them all again. */
export function subscribeAgain() {
  streaming = true;
  for (const key of handlers.keys()) tell(subscribeDocument, key);
}

export function streamLost() {
  streaming = false;
}

/** Calls `handler` with each update of the document while the component is there. */
export function useLiveDocuments(docType: DocType, docIds: readonly string[], handler: Handler) {
  const handle = useEffectEvent(handler);
  const listed = docIds.join(',');

  useEffect(() => {
    const own: Handler = (doc) => handle(doc);
    const keys = listed === '' ? [] : listed.split(',').map((docId) => keyOf(docType, docId));
    keys.forEach((key) => join(key, own));
    return () => keys.forEach((key) => leave(key, own));
  }, [docType, listed]);
}

function join(key: string, handler: Handler) {
  const present = handlers.get(key);
  if (present) return void present.add(handler);
  handlers.set(key, new Set([handler]));
  if (streaming) tell(subscribeDocument, key);
}

function leave(key: string, handler: Handler) {
  const present = handlers.get(key);
  present?.delete(handler);
  if (present?.size !== 0) return;
  handlers.delete(key);
  if (streaming) tell(unsubscribeDocument, key);
}

/** A lost subscription is not worth a message: the next reconnect makes it again. */
function tell(endpoint: typeof subscribeDocument | typeof unsubscribeDocument, key: string) {
  const docId = key.slice(key.indexOf(':') + 1);
  call(endpoint, { body: { docType: 'account', docId } }).catch(() => undefined);
}
