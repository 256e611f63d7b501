import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { EnteredPassword, LinkToken, PasskeyAnswer, PasskeyOptions, SignInEmail } from './sign-in.ts';

const success = z.object({ success: z.literal(true) });
const PasskeyName = enteredText(60).min(1, 'is required');
/** Missing if the user has none and signs in with passkeys only. */
const CurrentPassword = EnteredPassword.optional();
/** Proof that the caller could sign in again; the code may be a recovery code. */
const proof = { currentPassword: CurrentPassword, currentCode: z.string().trim().max(40).optional() };

export const Credentials = z.object({
  email: z.string(),
  /** Address the user has asked for; it counts once confirmed. */
  pendingEmail: z.string().nullable(),
  hasPassword: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
  /** True if the password alone is not enough. */
  usesCodes: z.boolean(),
  recoveryCodesLeft: z.number().int(),
});
export type Credentials = z.infer<typeof Credentials>;

export const getCredentials = endpoint({
  method: 'GET',
  path: '/user/credentials',
  access: 'user',
  member: 'person',
  beforeSecondFactor: true,
  cost: 'read',
  summary: 'Returns how the caller signs in with the built-in identity provider',
  response: Credentials,
  failures: ['sign_in_elsewhere'],
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/user/credentials/password',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Sets a new password and ends the caller’s other sessions',
  body: z.strictObject({ currentPassword: CurrentPassword, newPassword: EnteredPassword }),
  response: success,
  failures: ['password_wrong', 'sign_in_again', 'password_weak', 'sign_in_blocked', 'sign_in_elsewhere'],
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/user/credentials/email',
  access: 'user',
  member: 'person',
  cost: 'write',
  limits: ['emailChange'],
  summary:
    'Requests a new email address for signing in. It takes effect once the mailed link is used or an operator confirms it; the response is the same whether or not another user has it',
  body: z.strictObject({ currentPassword: CurrentPassword, email: SignInEmail }),
  response: z.object({ isMailed: z.boolean() }),
  failures: ['password_wrong', 'sign_in_again', 'sign_in_blocked', 'sign_in_elsewhere'],
});

export const confirmOwnEmail = endpoint({
  method: 'POST',
  path: '/user/credentials/email/confirm',
  access: 'user',
  member: 'person',
  cost: 'write',
  limits: ['signIn'],
  summary: 'Confirms the caller’s new email address with the mailed link; works once',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({ email: z.string() }),
  failures: ['link_invalid', 'email_taken', 'sign_in_elsewhere'],
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/user/credentials/passkeys/options',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Starts adding a passkey: returns the options for the browser',
  body: z.strictObject(proof),
  response: PasskeyOptions,
  failures: ['password_wrong', 'code_rejected', 'sign_in_again', 'sign_in_blocked', 'sign_in_elsewhere'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/credentials/passkeys',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Adds the passkey created by the browser',
  body: z.strictObject({ passkey: PasskeyAnswer, name: PasskeyName }),
  response: success,
  failures: ['passkey_rejected', 'sign_in_elsewhere'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/user/credentials/passkeys/:id',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Removes a passkey, unless it is the only way to sign in',
  params: z.strictObject({ id: z.string().min(1).max(2_000) }),
  body: z.strictObject(proof),
  response: success,
  failures: [
    'not_found',
    'last_credential',
    'password_wrong',
    'code_rejected',
    'sign_in_again',
    'sign_in_blocked',
    'sign_in_elsewhere',
  ],
});

export const startCodes = endpoint({
  method: 'POST',
  path: '/user/credentials/codes/options',
  access: 'user',
  member: 'person',
  beforeSecondFactor: true,
  cost: 'read',
  summary: 'Returns a new secret for an authenticator app, which takes effect once a code is confirmed',
  body: z.strictObject({}),
  response: z.object({ secret: z.string(), uri: z.string() }),
  failures: ['sign_in_elsewhere'],
});

export const requireCodes = endpoint({
  method: 'POST',
  path: '/user/credentials/codes',
  access: 'user',
  member: 'person',
  beforeSecondFactor: true,
  cost: 'write',
  summary: 'Turns on authenticator codes, replacing a previous app; returns recovery codes, which are shown only once',
  body: z.strictObject({
    ...proof,
    secret: z.string().regex(/^[A-Z2-7]{32}$/, 'must be the secret that was returned'),
    code: z.string().trim().max(40),
  }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  failures: ['password_wrong', 'code_rejected', 'sign_in_again', 'sign_in_blocked', 'sign_in_elsewhere'],
});

export const removeCodes = endpoint({
  method: 'POST',
  path: '/user/credentials/codes/remove',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Turns off codes and deletes the recovery codes',
  body: z.strictObject(proof),
  response: success,
  failures: ['password_wrong', 'code_rejected', 'sign_in_again', 'sign_in_blocked', 'sign_in_elsewhere'],
});
