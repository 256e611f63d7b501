import { subscribeDocument, subscribeDocuments, unsubscribeDocument, type AccountDocument } from '@tidemark/contract';
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
  askFor([...handlers.keys()]);
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
    askFor(keys.filter((key) => join(key, own)));
    return () => keys.forEach((key) => leave(key, own));
  }, [docType, listed]);
}

/** True for the first who wants the document. */
function join(key: string, handler: Handler): boolean {
  const present = handlers.get(key);
  if (present) present.add(handler);
  else handlers.set(key, new Set([handler]));
  return !present;
}

function leave(key: string, handler: Handler) {
  const present = handlers.get(key);
  present?.delete(handler);
  if (present?.size !== 0) return;
  handlers.delete(key);
  if (streaming) tell(unsubscribeDocument, key);
}

const mostAtOnce = 100;

/** A lost subscription is not worth a message: the next reconnect makes it again. */
function askFor(keys: string[]) {
  if (!streaming) return;
  for (let start = 0; start < keys.length; start += mostAtOnce) {
    const part = keys.slice(start, start + mostAtOnce);
    call(subscribeDocuments, { body: { documents: part.map(toDocument) } }).catch(() => {
      // One that is no longer ours fails them all: then each for itself.
      if (part.length > 1) for (const key of part) tell(subscribeDocument, key);
    });
  }
}

function tell(endpoint: typeof subscribeDocument | typeof unsubscribeDocument, key: string) {
  call(endpoint, { body: toDocument(key) }).catch(() => undefined);
}

function toDocument(key: string) {
  return { docType: 'account' as const, docId: key.slice(key.indexOf(':') + 1) };
}
