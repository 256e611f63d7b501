import { ApiError } from '../api-error.ts';

/** False for a URL whose path cannot be decoded: it would bypass every hook of the server. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    return decodeURIComponent(url.split('?')[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/** Rejects text that the database cannot store: with NUL or unpaired surrogates. Runs after the schemas. */
export function assertWellFormedText(parts: Record<string, unknown>): void {
  const field = findBroken(parts);
  if (field)
    throw new ApiError(
      'invalid_input',
      { fields: [{ field, message: 'must be well-formed text' }] },
      { message: `${field}: must be well-formed text` },
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
