import { hashKey, type Query, type QueryKey } from '@tanstack/react-query';
import { queryKeys } from '../query-keys.ts';
import { userQuery } from '../session/user.query.ts';
import type { SavedQuery } from './query-store.ts';

export const userHash = hashKey(userQuery.queryKey);

/** Areas with metrics, and those their pages need. Anything else, such as credentials or keys, is never stored. */
const savedAreas: unknown[] = ['analytics', 'peers', 'labels', 'features', 'media-count', queryKeys.accounts.list[0]];

export function isSavable({ queryKey, queryHash, state }: Query): boolean {
  return state.status === 'success' && (queryHash === userHash || savedAreas.includes(queryKey[0]));
}

export function toSavedQuery({ queryKey, queryHash, state }: Query): SavedQuery {
  return { hash: queryHash, at: state.dataUpdatedAt, text: JSON.stringify([queryKey, state.data]) };
}

// `toSavedQuery` wrote the text.
export function readSavedQuery<Data>({ text }: SavedQuery): [QueryKey, Data] {
  return JSON.parse(text) as [QueryKey, Data];
}
