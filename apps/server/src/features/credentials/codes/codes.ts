import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/secrets.ts';
import {
  countRecoveryCodes,
  deleteCodes,
  saveSecret,
  takeRecoveryCode,
  takeStep,
  toSecretAssociatedData,
} from './queries.ts';

const periodSeconds = 30;
const recoveryCodes = 10;
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

export interface CodeDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
}

/** Manages authenticator codes (RFC 6238) in addition to the password, and recovery codes for a lost authenticator. */
export function createCodes({ db, vault, clock }: CodeDeps) {
  /** Returns the time step for a valid code, one in three; null for a wrong code. */
  function findStep(secret: string, code: string): number | null {
    const token = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return null;
    const timestamp = clock().getTime();
    const delta = toTotp(secret).validate({ token, window: 1, timestamp });
    return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
  }

  return {
    createSecret(email: string): { secret: string; uri: string } {
      const secret = new Secret({ size: 20 }).base32;
      return { secret, uri: toTotp(secret, email).toString() };
    },

    /** Requires codes from then on; returns the recovery codes, or null if the code does not match this secret. */
    async requireFrom(subject: string, { secret, code }: { secret: string; code: string }): Promise<string[] | null> {
      const step = findStep(secret, code);
      if (step === null) return null;
      const plain = Array.from({ length: recoveryCodes }, createRecoveryCode);
      const encrypted = vault.encrypt(secret, toSecretAssociatedData(subject));
      await saveSecret(db, { subject, encrypted, step, codeHashes: plain.map((one) => toHash(subject, one)) });
      return plain;
    },

    /** Returns true if a code is valid; it then can't be used again. */
    async take(
      { subject, totpSecretEncrypted }: { subject: string; totpSecretEncrypted: string | null },
      code: string,
    ): Promise<boolean> {
      if (totpSecretEncrypted === null) return false;
      const step = findStep(vault.decrypt(totpSecretEncrypted, toSecretAssociatedData(subject)), code);
      if (step !== null) return takeStep(db, { subject, step });
      return takeRecoveryCode(db, { subject, codeHash: toHash(subject, code) });
    },

    countLeft: (subject: string) => countRecoveryCodes(db, subject),
    remove: (subject: string) => db.transaction().execute((transaction) => deleteCodes(transaction, subject)),
  };
}

export type Codes = ReturnType<typeof createCodes>;

function toTotp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Tidemark', label, secret: Secret.fromBase32(secret), period: periodSeconds });
}

/**
 * Creates 120 random bits, enough for a hash without a salt (ASVS 6.5.2), in letters and digits that are hard to
 * confuse.
 */
function createRecoveryCode(): string {
  const letters = [...randomBytes(24)].map((byte) => alphabet[byte % alphabet.length] ?? '').join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

function toHash(subject: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${subject}|${plain}`).digest();
}
