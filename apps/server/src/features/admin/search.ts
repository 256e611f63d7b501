import { toSearchText } from '@tidemark/contract';
import { sql, type RawBuilder } from 'kysely';

// ASCII punctuation, as in migration 0092; must not depend on the database's locale.
const betweenWords = /[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\s]+/;

/** Matches rows with a word starting with each search term; punctuation alone matches everything. */
export function matchesSearch(column: 'app_user.search' | 'account.search', text: string): RawBuilder<boolean> {
  const words = toSearchText(text).split(betweenWords).filter(Boolean);
  if (words.length === 0) return sql<boolean>`true`;
  // A literal instead of an expression lets the planner estimate how rare the words are.
  return sql<boolean>`${sql.ref(column)} @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
}
