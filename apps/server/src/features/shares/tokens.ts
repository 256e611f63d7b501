import { createHash, randomBytes } from 'node:crypto';
import { DecryptionError, type Vault } from '../../platform/secrets.ts';

export const createToken = (): string => randomBytes(32).toString('base64url');
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
/** Only hashes are compared, so that timing reveals nothing about a token. */
export const toTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
export const toTokenAssociatedData = (linkId: string): string => `share_link|${linkId}|token`;

/** Returns the whole link for its owner, who may copy it again; null without the key that encrypted it. */
export function toUrl(
  { appUrl, vault }: { appUrl: string; vault: Vault },
  { link_id: linkId, token_encrypted: encrypted }: { link_id: string; token_encrypted: string | null },
): string | null {
  if (encrypted === null) return null;
  try {
    return `${appUrl}/share/${vault.decrypt(encrypted, toTokenAssociatedData(linkId))}`;
  } catch (error) {
    // The list must still load, and the link still works.
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
