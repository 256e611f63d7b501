import { hashKey, type Query, type QueryKey } from '@tanstack/react-query';
import { queryKeys } from '../query-keys.ts';
import { userQuery } from '../session/user.query.ts';
import type { KeptFigure } from './figures-store.ts';

export const userHash = hashKey(userQuery.queryKey);

/** What pages with figures are drawn from. Everything else, such as credentials and keys, is never kept. */
const keptAreas: unknown[] = ['analytics', 'labels', 'peers', 'features', queryKeys.accounts.list[0]];

export function isKept({ queryKey, queryHash, state }: Query): boolean {
  return state.status === 'success' && (queryHash === userHash || keptAreas.includes(queryKey[0]));
}

export function toFigure({ queryKey, queryHash, state }: Query): KeptFigure {
  return { hash: queryHash, at: state.dataUpdatedAt, text: JSON.stringify([queryKey, state.data]) };
}

// `toFigure` wrote it.
export function readFigure<Data>({ text }: KeptFigure): [QueryKey, Data] {
  return JSON.parse(text) as [QueryKey, Data];
}
