import { domainToUnicode } from 'node:url';
import { toMailAddress } from '@tidemark/contract';

/** Returns a mail address's canonical spelling for comparisons: in lower case, and with its domain in ASCII. */
export function toComparableAddress(email: string): string {
  return (toMailAddress(email) ?? email.normalize('NFC')).toLowerCase();
}

/** Lists the spellings in which an address may be stored, in lower case. */
export function listAddressForms(email: string): string[] {
  const comparable = toComparableAddress(email);
  const at = comparable.lastIndexOf('@') + 1;
  const readable = comparable.slice(0, at) + domainToUnicode(comparable.slice(at));
  return [...new Set([email.toLowerCase(), comparable, readable])];
}
