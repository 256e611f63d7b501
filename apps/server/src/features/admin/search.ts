import { sql, type RawBuilder } from 'kysely';

// The signs of ASCII, as migration 0006 takes words apart: what they are must not hang on the database's locale.
const betweenWords = /[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\s]+/;

/** Rows in which a word begins as each of the given ones does; signs alone find everything. */
export function hasWords(column: 'app_user.search' | 'account.search', text: string): RawBuilder<boolean> {
  const words = text.toLowerCase().split(betweenWords).filter(Boolean);
  if (words.length === 0) return sql<boolean>`true`;
  // A value, not an expression: so the database knows how rare the words are before it chooses its way.
  return sql<boolean>`${sql.ref(column)} @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
}
