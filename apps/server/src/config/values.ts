import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Keys for sealing: each with an id of its own and 32 bytes. */
export const encryptionKeys = z
  .string()
  .trim()
  .refine((text) => text.split(',').every(isKey), 'must be id:<32 bytes in base64>, separated by commas')
  .refine((text) => {
    const ids = text.split(',').map((entry) => entry.trim().split(':')[0]);
    return new Set(ids).size === ids.length;
  }, 'names two keys alike');

function isKey(entry: string): boolean {
  const [id = '', encoded = '', ...more] = entry.trim().split(':');
  return more.length === 0 && /^[A-Za-z0-9_-]{1,32}$/.test(id) && Buffer.from(encoded, 'base64').length === 32;
}

/** An address or a network of a proxy; never "all of them": whoever is trusted says which address a request is from. */
export function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)[1] > 0;
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
