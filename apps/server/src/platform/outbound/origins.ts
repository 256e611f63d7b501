import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** `exact`: the origin itself is configured; `wildcard`: it only matches a pattern, or any public one is allowed. */
export type OriginTrust = 'exact' | 'wildcard';

/**
 * Compares URLs with configured origins such as `https://pictures.example` or `https://*.cdn.example`. `allowsPublic`
 * adds https on its own port everywhere else.
 */
export function createOriginCheck(
  origins: readonly string[],
  { allowsPublic = false }: { allowsPublic?: boolean } = {},
): (address: URL) => OriginTrust | null {
  const patterns = origins.map(toPattern);
  return (address) => {
    if (!['http:', 'https:'].includes(address.protocol) || address.username || address.password) return null;
    const matching = patterns.filter(({ matches }) => matches(address));
    if (matching.length === 0) return allowsPublic && mayBePublic(address) ? 'wildcard' : null;
    return matching.some(({ trust }) => trust === 'exact') ? 'exact' : 'wildcard';
  };
}

/** Names are checked when they are resolved, which addresses never are. */
function mayBePublic({ protocol, port, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' && port === '' && (isIP(host) === 0 || isPublicAddress(host));
}

function toPattern(origin: string): { trust: OriginTrust; matches: (address: URL) => boolean } {
  const wildcard = /^(https?):\/\/\*\.([^/:]+)(?::(\d+))?$/.exec(origin);
  if (!wildcard) {
    const exact = new URL(origin).origin;
    return { trust: 'exact', matches: (address) => address.origin === exact };
  }
  const [, scheme = '', domain = '', port = ''] = wildcard;
  return {
    trust: 'wildcard',
    matches: (address) =>
      address.protocol === `${scheme}:` &&
      address.port === port &&
      address.hostname.endsWith(`.${domain.toLowerCase()}`),
  };
}
