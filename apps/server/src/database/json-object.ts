import { type RawBuilder, sql } from 'kysely';

/** Returns a JSON object with an expression for each name. */
export function toJsonObject<Name extends string>(names: readonly Name[], pick: (name: Name) => RawBuilder<unknown>) {
  return sql`json_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), pick(name)]))})`;
}
