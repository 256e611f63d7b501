/** Returns text from outside as the database can store it: without NUL, and with half surrogate pairs replaced. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Parses JSON from outside, making all its texts storable; throws a `SyntaxError` for anything else. */
export function parseStorable(json: string): unknown {
  // Only such escapes can make a text that is not.
  if (!/\\u(0000|d[89a-f])/i.test(json)) return JSON.parse(json) as unknown;
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? toStorable(value) : value)) as unknown;
}

/** Parses JSON, making its texts storable in the database; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseStorable(text);
  } catch {
    return undefined;
  }
}
