import { ApiError } from '../../platform/api-error.ts';

// Browsers strip or convert these before parsing a URL, and no URL needs them.
const isUnsafe = (letter: string) => letter <= ' ' || letter === '\u007f' || letter === '\\';

/** Returns the portal's return URL: a path in this app, or a URL with exactly its origin. */
export function requireReturnAddress(given: string, appUrl: string): string {
  const address = readAddress(given, appUrl);
  if (address && address.origin === new URL(appUrl).origin && !address.username && !address.password)
    return address.href;
  throw new ApiError(
    'invalid_input',
    { fields: [{ field: 'query.returnUrl', message: 'must be a path or URL of this application' }] },
    { message: 'query.returnUrl: must be a path or URL of this application' },
  );
}

function readAddress(given: string, appUrl: string): URL | null {
  if (Array.from(given).some(isUnsafe)) return null;
  if (given.startsWith('/')) return given.startsWith('//') ? null : URL.parse(given, appUrl);
  // The parser would treat "https:evil" as a path if it had a base.
  return /^https?:\/\//i.test(given) ? URL.parse(given) : null;
}
