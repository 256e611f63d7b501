import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** A name that resolves to an address which may not be connected to. */
export class ForbiddenHostError extends Error {}

/**
 * Returns the connection's lookup: it checks the address it connects to, so that a name cannot resolve differently the
 * second time.
 */
export function lookupBy(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first) return done(new Error(`${host} has no address`), '', 0);
        if (!found.every(({ address }) => isAllowed(address)))
          return done(new ForbiddenHostError(`${host} resolves to a private address`), '', 0);
        if (options.all) return done(null, found);
        return done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}
