/** Keeps all values as strings: an account ID has 17 digits, more than a number can represent. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const text = new URLSearchParams(given).toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}
