const maxAddressLength = 254; // RFC 5321, 4.5.3.1.3
const maxLocalBytes = 64;

// RFC 5322, 3.2.3, with the letters that RFC 6531 adds; quotes, comments and lists are refused.
const word = String.raw`(?:[\p{L}\p{M}\p{N}]|[!#$%&'*+/=?^_\x60{|}~-])+`;
const local = new RegExp(String.raw`^${word}(?:\.${word})*$`, 'u');
const writtenDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/**
 * Returns a mail address in the form in which it is compared and sent to: with composed letters, and its domain in
 * ASCII (RFC 5891). Null for anything but one address at a public domain.
 */
export function toMailAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, at).normalize('NFC');
  const domain = toAsciiDomain(text.slice(at + 1));
  if (at < 1 || domain === null || !asciiDomain.test(domain)) return null;
  const address = `${name}@${domain}`;
  const isTooLong = new TextEncoder().encode(name).length > maxLocalBytes || address.length > maxAddressLength;
  return local.test(name) && !isTooLong ? address : null;
}

/** Returns a domain's ASCII form, or null if it has none. */
export function toAsciiDomain(domain: string): string | null {
  // The URL parser would take other characters for a port, a path or a user.
  return writtenDomain.test(domain) ? (URL.parse(`http://${domain}`)?.hostname ?? null) : null;
}
