/** Parses `ENCRYPTION_KEYS` into keys by ID, in order. Throws when one is malformed. */
export function parseKeys(keys: string): Map<string, Buffer> {
  return new Map(keys.split(',').map((entry) => parseKey(entry.trim())));
}

function parseKey(entry: string): [string, Buffer] {
  const [id = '', encoded = ''] = entry.split(':');
  const key = Buffer.from(encoded, 'base64');
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id) || key.length !== 32)
    throw new Error('ENCRYPTION_KEYS must be id:<32 bytes in base64>, separated by commas');
  return [id, key];
}
