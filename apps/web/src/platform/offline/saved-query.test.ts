import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKeys } from '../query-keys.ts';
import { isSavable, readSavedQuery, toSavedQuery } from './saved-query.ts';

const accountIds = ['17841400000000001'];

function toQuery(queryKey: QueryKey, response: unknown = { value: 1 }) {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, response, { updatedAt: 1_000 });
  const query = queries.getQueryCache().find({ queryKey });
  if (!query) throw new Error('The query was not created');
  return query;
}

it.each([
  [queryKeys.user],
  [queryKeys.accounts.list],
  [queryKeys.features.of(['compare'])],
  [queryKeys.labels],
  [queryKeys.annotations],
  [queryKeys.analytics('metric-card', { accountIds })],
])('stores %j', (queryKey) => {
  expect(isSavable(toQuery(queryKey))).toBe(true);
});

it.each([
  [queryKeys.subscription],
  [queryKeys.signIn.credentials],
  [queryKeys.signIn.sessions],
  [queryKeys.signIn.codes],
  [queryKeys.signIn.link('token')],
  [queryKeys.apiKeys],
  [queryKeys.shares],
  [queryKeys.connections.meta],
  [queryKeys.alerts],
  [['mail', 'digest']],
  [['admin', 'meta']],
])('never stores %j', (queryKey) => {
  expect(isSavable(toQuery(queryKey))).toBe(false);
});

it('restores a query’s key, response and time', () => {
  const queryKey = queryKeys.analytics('metric-card', { accountIds });

  const saved = toSavedQuery(toQuery(queryKey, { value: 42 }));

  expect(saved.at).toBe(1_000);
  expect(readSavedQuery(saved)).toEqual([queryKey, { value: 42 }]);
});
