/** Returns the keys of a record that has no others than its type says. */
export function listNames<Name extends string>(rows: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(rows) as Name[];
}

/** Builds a record whose keys are exactly these names. */
export function mapNames<Name extends string, Value>(
  names: readonly Name[],
  toValue: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>;
}
