import type { DatabaseAddress } from './database.ts';
import { listServerUrls } from './database-url.ts';
import { createPrimaryFinder } from './find-primary.ts';
import { createPrimarySocket } from './primary-socket.ts';

/**
 * Returns the driver's settings. The driver supports one server only: given several, each new connection looks for the
 * one that accepts writes. The driver verifies certificates in every sslmode but `disable`; only `verify-full` says so,
 * and is accepted without a warning.
 */
export function toDatabaseAddress(given: string): DatabaseAddress {
  const text = /[?&]uselibpqcompat=true/.test(given)
    ? given
    : given.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
  const urls = listServerUrls(text);
  const [first = ''] = urls;
  if (urls.length === 1 && !/[?&]target_session_attrs=/.test(first)) return { connectionString: text };
  const findPrimary = createPrimaryFinder(urls);
  const url = new URL(first);
  // An IP address, so that the driver leaves the name in the certificate to the socket.
  url.host = '0.0.0.0';
  return { connectionString: url.href, stream: (connection) => createPrimarySocket(findPrimary, connection) };
}
