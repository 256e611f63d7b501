import { ApiError } from '../api-error.ts';

/** Returns false for a URL whose path cannot be decoded: it would bypass all the server's hooks. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    return decodeURIComponent(url.split('?')[0] ?? '') !== '';
  } catch {
    return false;
  }
}

const maxDepth = 32;

/** Rejects bodies that are nested too deeply for what recurses into them, such as schemas. Runs before those. */
export function assertShallow(body: unknown): void {
  let level = [body].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === maxDepth) {
      const message = `must not be nested more than ${maxDepth} levels deep`;
      throw new ApiError('invalid_input', { fields: [{ field: 'body', message }] }, { message: `body: ${message}` });
    }
    level = level.flatMap((one) => Object.values(one).filter(isNested));
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value);
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
  if (!isNested(value)) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = findBroken(part);
    if (found !== null) return found === '' ? name : `${name}.${found}`;
  }
  return null;
}
