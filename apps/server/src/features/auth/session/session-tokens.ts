import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Selectable } from 'kysely';
import type { TokenSet } from '../../../clients/identity-provider/relying-party.ts';
import type { AuthTables } from '../../../database/tables/auth.ts';
import type { Vault } from '../../../platform/secrets.ts';

type TokenColumn = 'access_token' | 'refresh_token' | 'id_token';
/** Binds an encrypted token to its session and column: decryption fails anywhere else. */
export const toAssociatedData = (sessionId: string, column: TokenColumn) => `session|${sessionId}|${column}`;

export const toHash = (value: string) => createHash('sha256').update(value).digest();

export interface DecryptedTokens {
  accessToken: string;
  refreshToken: string | null;
  idToken: string | null;
}

/** Encrypts sessions' tokens for the database, and decrypts them. */
export function createSessionTokens(vault: Vault) {
  return {
    toTokenColumns(sessionId: string, tokens: TokenSet, now: Date) {
      const encrypt = (column: TokenColumn, token: string) => vault.encrypt(token, toAssociatedData(sessionId, column));
      return {
        access_token_hash: toHash(tokens.accessToken),
        access_token_encrypted: encrypt('access_token', tokens.accessToken),
        access_issued_at: now,
        access_expires_at: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
        ...(tokens.refreshToken && { refresh_token_encrypted: encrypt('refresh_token', tokens.refreshToken) }),
        ...(tokens.idToken && { id_token_encrypted: encrypt('id_token', tokens.idToken) }),
      };
    },

    decryptTokens(row: Selectable<AuthTables['session']>): DecryptedTokens {
      const decrypt = (column: TokenColumn, encrypted: string) =>
        vault.decrypt(encrypted, toAssociatedData(row.session_id, column));
      const { access_token_encrypted: access, refresh_token_encrypted: refresh, id_token_encrypted: id } = row;
      return {
        idToken: id === null ? null : decrypt('id_token', id),
        accessToken: decrypt('access_token', access),
        refreshToken: refresh === null ? null : decrypt('refresh_token', refresh),
      };
    },
  };
}

/** Returns an ID token's subject; the token was verified when it arrived. */
export function readSubject(idToken: string | null): string | undefined {
  return idToken === null ? undefined : decodeJwt(idToken).sub;
}
