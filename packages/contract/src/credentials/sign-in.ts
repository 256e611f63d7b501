import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const minPasswordLength = 12;
export const maxPasswordLength = 256;

export const SignInEmail = z
  .string()
  .trim()
  .normalize()
  .max(254)
  .regex(/^[^\s@\p{Cc}\p{Cf}\p{Cs}"(),:;<>]+@[^\s@\p{Cc}\p{Cf}\p{Cs}"(),:;<>]+$/u, 'must be an email address');
/** Rules apply when a password is chosen; at sign-in, the input is compared as it is. */
export const EnteredPassword = z.string().min(1).max(maxPasswordLength);
export const LinkToken = z.string().min(20).max(100);
/** The browser's WebAuthn response; the server's library checks each field. */
export const PasskeyAnswer = z.looseObject({ id: z.string().min(1).max(2_000) });
export const PasskeyOptions = z.looseObject({ challenge: z.string() });

const LeadsTo = z.object({
  /** Next URL for the browser. */
  redirectTo: z.string(),
});

export const signInWithPassword = endpoint({
  method: 'POST',
  path: '/credentials/sign-in',
  access: 'public',
  cost: 'write',
  limits: ['signIn'],
  summary: 'Completes a built-in sign-in with a password, and a code if the user has turned on codes',
  body: z.strictObject({
    email: SignInEmail,
    password: EnteredPassword,
    code: z.string().trim().max(40).optional(),
  }),
  response: z.object({
    /** Null while a code is missing. */
    redirectTo: z.string().nullable(),
  }),
  failures: [
    'cross_site_request',
    'credentials_rejected',
    'code_rejected',
    'sign_in_blocked',
    'sign_in_expired',
    'not_found',
  ],
});

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/credentials/passkey/options',
  access: 'public',
  cost: 'write',
  limits: ['signIn'],
  summary: 'Starts signing in with a passkey: returns the options for the browser',
  body: z.strictObject({}),
  response: PasskeyOptions,
  failures: ['cross_site_request', 'not_found'],
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/credentials/passkey/sign-in',
  access: 'public',
  cost: 'write',
  limits: ['signIn'],
  summary: 'Completes a built-in sign-in with a passkey',
  body: z.strictObject({ passkey: PasskeyAnswer }),
  response: LeadsTo,
  failures: ['cross_site_request', 'passkey_rejected', 'sign_in_expired', 'not_found'],
});

/** Signs in the browser that has just used a link, so the new password need not be entered again. */
export const continueSignIn = endpoint({
  method: 'POST',
  path: '/credentials/continue',
  access: 'public',
  cost: 'write',
  limits: ['signIn'],
  summary: 'Completes a built-in sign-in in a browser that has just used a setup link or an invitation',
  body: z.strictObject({}),
  response: z.object({
    redirectTo: z.string().nullable(),
    /** False until the first operator exists, when nobody can sign in. */
    isSetUp: z.boolean(),
  }),
  failures: ['cross_site_request', 'sign_in_expired', 'not_found'],
});
