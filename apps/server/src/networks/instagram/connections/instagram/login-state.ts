import { InstagramLoginOrigin } from '@tidemark/contract';
import { z } from 'zod';
import { DecryptionError, type Vault } from '../../../../platform/secrets.ts';

const associatedData = 'instagram login state';
const lifeMillis = 15 * 60_000;

const State = z.strictObject({ userId: z.string(), returnTo: InstagramLoginOrigin, until: z.number() });

/** Writes the value that Instagram returns with its code; only this installation can write or read it. */
export function writeState(
  vault: Vault,
  { userId, returnTo, now }: { userId: string; returnTo: InstagramLoginOrigin; now: Date },
): string {
  return vault.encrypt(JSON.stringify({ userId, returnTo, until: now.getTime() + lifeMillis }), associatedData);
}

/**
 * Returns where the user's own login started; null for a state that is too old, another user's, or not ours. Otherwise
 * someone could make another user connect an account that is not theirs.
 */
export function readState(
  vault: Vault,
  state: string,
  { userId, now }: { userId: string; now: Date },
): InstagramLoginOrigin | null {
  try {
    const given = State.parse(JSON.parse(vault.decrypt(state, associatedData)));
    return given.userId === userId && given.until > now.getTime() ? given.returnTo : null;
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
