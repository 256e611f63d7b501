import { Failure } from '../../platform/failure.ts';

// A browser strips or turns these before it reads an address; nobody needs them in one.
const isUnsafe = (letter: string) => letter <= ' ' || letter === '\u007f' || letter === '\\';

/** Where the portal sends the person back to: a path of ours, or an address at exactly our origin. */
export function requireReturnAddress(given: string, appUrl: string): string {
  const address = readAddress(given, appUrl);
  if (address && address.origin === new URL(appUrl).origin && !address.username && !address.password)
    return address.href;
  throw new Failure(
    'invalid_input',
    { fields: [{ field: 'query.returnUrl', message: 'must be a path, or an address of this application' }] },
    { message: 'query.returnUrl: must be a path, or an address of this application' },
  );
}

function readAddress(given: string, appUrl: string): URL | null {
  if (Array.from(given).some(isUnsafe)) return null;
  if (given.startsWith('/')) return given.startsWith('//') ? null : URL.parse(given, appUrl);
  // "https:evil" is a path to the parser when it is given a base.
  return /^https?:\/\//i.test(given) ? URL.parse(given) : null;
}
