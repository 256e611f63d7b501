import { accountsSearch } from '#web/features/accounts/index.ts';
import { periodSearch } from './period.ts';

type Search = Record<string, unknown>;

/** Returns a parser of a page's own URL parameters and of those that all figures share: the accounts and the period. */
export function figuresSearch<Own extends object>(parseOwn: (search: Search) => Own) {
  return (search: Search) => ({ ...periodSearch(search), ...parseOwn(search), ...accountsSearch(search) });
}
