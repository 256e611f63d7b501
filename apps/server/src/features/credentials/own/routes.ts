import {
  addPasskey,
  changePassword,
  getCredentials,
  removeCodes,
  removePasskey,
  requireCodes,
  startCodes,
  startPasskey,
} from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toAccessToken } from '../../../platform/http/access-token.ts';
import { route } from '../../../platform/http/route.ts';
import type { Codes } from '../codes/codes.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { deletePasskey, listPasskeys, savePasskey } from '../passkeys/queries.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { savePassword } from '../queries.ts';
import type { Owner } from './owner.ts';

export interface OwnCredentialDeps {
  db: Database;
  clock: Clock;
  owner: Owner;
  passkeys: Passkeys;
  codes: Codes;
  /** Records a change to the user's own credentials. */
  onChanged(userId: string, action: string, change: { requestId: string }): Promise<void>;
  /** Ends the user's sessions except the one with this access token. */
  endOtherSessions(userId: string, accessToken: string): Promise<void>;
}

const success = { success: true as const };

/** Lets users change the way they sign in. */
export function ownCredentialRoutes(deps: OwnCredentialDeps) {
  const { db, clock, owner, passkeys, codes, onChanged, endOtherSessions } = deps;

  return [
    route(getCredentials, async ({ viewer: { userId } }) => {
      const { subject, email, pendingEmail, passwordHash, totpSecretEncrypted } = await owner.requireIdentity(userId);
      const stored = await listPasskeys(db, subject);
      return {
        email,
        pendingEmail,
        hasPassword: passwordHash !== null,
        passkeys: stored.map((one) => ({
          id: one.credential_id,
          name: one.name,
          createdAt: one.created_at.toISOString(),
          lastUsedAt: one.last_used_at?.toISOString() ?? null,
        })),
        usesCodes: totpSecretEncrypted !== null,
        recoveryCodesLeft: await codes.countLeft(subject),
      };
    }),

    route(changePassword, async ({ viewer, body, ip, requestId, reply }) => {
      const { userId } = viewer;
      const identity = await owner.requireIdentity(userId);
      await owner.confirm(identity, { proof: body, ip, viewer });
      const problem = await checkPassword(body.newPassword, identity);
      if (problem) throw new ApiError('password_weak', undefined, { message: problem });
      const passwordHash = await hashPassword(body.newPassword);
      await savePassword(db, { subject: identity.subject, passwordHash, now: clock() });
      await onChanged(userId, 'user.password', { requestId });
      await endOtherSessions(userId, toAccessToken(reply));
      return success;
    }),

    route(startPasskey, async ({ viewer, body, ip }) => {
      const { userId } = viewer;
      const identity = await owner.requireIdentity(userId);
      await owner.confirmWithCode(identity, { proof: body, ip, viewer });
      return passkeys.startRegistration(identity, { isKnown: true });
    }),

    route(addPasskey, async ({ viewer: { userId }, body, requestId }) => {
      const { subject } = await owner.requireIdentity(userId);
      const passkey = await passkeys.finishRegistration(body.passkey, { subject, name: body.name });
      await savePasskey(db, { ...passkey, subject, createdAt: clock() });
      await onChanged(userId, 'user.passkey.added', { requestId });
      return success;
    }),

    route(removePasskey, async ({ viewer, params: { id }, body, ip, requestId }) => {
      const { userId } = viewer;
      const identity = await owner.requireIdentity(userId);
      const { subject, passwordHash } = identity;
      await owner.confirmWithCode(identity, { proof: body, ip, viewer });
      if (passwordHash === null && (await listPasskeys(db, subject)).length === 1)
        throw new ApiError('last_credential');
      if (!(await deletePasskey(db, { credentialId: id, subject }))) throw new ApiError('not_found');
      await onChanged(userId, 'user.passkey.removed', { requestId });
      return success;
    }),

    route(startCodes, async ({ viewer: { userId } }) =>
      codes.createSecret((await owner.requireIdentity(userId)).email),
    ),

    route(requireCodes, async ({ viewer, body, ip, requestId }) => {
      const { userId } = viewer;
      const identity = await owner.requireIdentity(userId);
      await owner.confirmWithCode(identity, { proof: body, ip, viewer });
      const recoveryCodes = await codes.requireFrom(identity.subject, body);
      if (!recoveryCodes) throw new ApiError('code_rejected');
      await onChanged(userId, 'user.codes.required', { requestId });
      return { recoveryCodes };
    }),

    route(removeCodes, async ({ viewer, body, ip, requestId }) => {
      const { userId } = viewer;
      const identity = await owner.requireIdentity(userId);
      await owner.confirmWithCode(identity, { proof: body, ip, viewer });
      await codes.remove(identity.subject);
      await onChanged(userId, 'user.codes.removed', { requestId });
      return success;
    }),
  ];
}
