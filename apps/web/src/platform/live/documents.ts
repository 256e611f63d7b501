import { subscribeDocument, subscribeDocuments, unsubscribeDocument, type AccountDocument } from '@tidemark/contract';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../call.ts';

type DocType = 'account';
type Handler = (doc: AccountDocument) => void;

const handlers = new Map<string, Set<Handler>>();
const toKey = (docType: DocType, docId: string) => `${docType}:${docId}`;

/** Passes a document's update to its subscribers. */
export function routeDocument(docType: DocType, docId: string, doc: AccountDocument) {
  handlers.get(toKey(docType, docId))?.forEach((handler) => handler(doc));
}

let streaming = false;

/** Repeats all subscriptions, because the server drops them with their stream. Resolves once done. */
export async function subscribeAgain(): Promise<void> {
  streaming = true;
  await askFor([...handlers.keys()]);
}

export function streamLost() {
  streaming = false;
}

/** Calls `handler` with each document update while the component is mounted. */
export function useLiveDocuments(docType: DocType, docIds: readonly string[], handler: Handler) {
  const handle = useEffectEvent(handler);
  const listed = docIds.join(',');

  useEffect(() => {
    const own: Handler = (doc) => handle(doc);
    const keys = listed === '' ? [] : listed.split(',').map((docId) => toKey(docType, docId));
    void askFor(keys.filter((key) => join(key, own)));
    return () => keys.forEach((key) => leave(key, own));
  }, [docType, listed]);
}

/** Returns true for the document's first subscriber. */
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
  if (streaming) void report(unsubscribeDocument, key);
}

const maxBatchSize = 100;

/** A failed subscription is only logged: the next reconnect repeats it. */
async function askFor(keys: string[]): Promise<void> {
  if (!streaming) return;
  const parts = Array.from({ length: Math.ceil(keys.length / maxBatchSize) }, (_, index) =>
    keys.slice(index * maxBatchSize, (index + 1) * maxBatchSize),
  );
  await Promise.all(
    parts.map((part) =>
      call(subscribeDocuments, { body: { documents: part.map(toDocument) } }).catch(async () => {
        // One document without access fails the whole request, so each is then requested separately.
        if (part.length > 1) await Promise.all(part.map((key) => report(subscribeDocument, key)));
      }),
    ),
  );
}

async function report(endpoint: typeof subscribeDocument | typeof unsubscribeDocument, key: string): Promise<void> {
  await call(endpoint, { body: toDocument(key) }).catch(() => undefined);
}

function toDocument(key: string) {
  return { docType: 'account' as const, docId: key.slice(key.indexOf(':') + 1) };
}
