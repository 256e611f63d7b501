import { Failure } from '../failure.ts';

/** False for an address whose path is no text: it would pass by every hook of the server. */
export function isReadable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    return decodeURIComponent(url.split('?')[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/** Refuses texts that no database can keep: with NUL in them, or with half a character. Comes after the schemas. */
export function requireWholeText(parts: Record<string, unknown>): void {
  const field = findBroken(parts);
  if (field)
    throw new Failure(
      'invalid_input',
      { fields: [{ field, message: 'must be whole text' }] },
      { message: `${field}: must be whole text` },
    );
}

function findBroken(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : null;
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = findBroken(part);
    if (found !== null) return found === '' ? name : `${name}.${found}`;
  }
  return null;
}
