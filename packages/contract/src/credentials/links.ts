import { z } from 'zod';
import { Role } from '../auth/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { oneLine, visible } from '../plain-text.ts';
import { EnteredPassword, LinkToken, PasskeyAnswer, PasskeyOptions, SignInEmail } from './sign-in.ts';

export const PersonName = enteredText(100)
  .min(1, 'is required')
  .regex(visible, 'is required')
  .regex(oneLine, 'must be a single line');

export const SignInLinkKind = z.enum(['setup', 'invitation', 'reset']);
export type SignInLinkKind = z.infer<typeof SignInLinkKind>;

export const inspectLink = endpoint({
  method: 'POST',
  path: '/credentials/link/inspect',
  access: 'public',
  cost: 'read',
  limits: ['signIn'],
  summary: 'Returns the purpose of a setup link, invitation or reset link, without using it',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({ kind: SignInLinkKind, email: z.string().nullable(), name: z.string().nullable() }),
  failures: ['cross_site_request', 'link_invalid', 'not_found'],
});

export const startLinkPasskey = endpoint({
  method: 'POST',
  path: '/credentials/link/passkey-options',
  access: 'public',
  cost: 'write',
  limits: ['signIn'],
  summary: 'Starts registering a passkey instead of a password, for the user of a setup link or an invitation',
  body: z.strictObject({ token: LinkToken, name: PersonName, email: SignInEmail }),
  response: PasskeyOptions,
  failures: ['cross_site_request', 'link_invalid', 'not_found'],
});

export const redeemLink = endpoint({
  method: 'POST',
  path: '/credentials/link/use',
  access: 'public',
  cost: 'write',
  limits: ['signIn'],
  summary: 'Uses a link once: creates its user with a password or a passkey, or sets a new password',
  body: z
    .strictObject({
      token: LinkToken,
      /** Only for a setup link: invitations name the address. */
      email: SignInEmail.optional(),
      name: PersonName.optional(),
      password: EnteredPassword.optional(),
      passkey: PasskeyAnswer.optional(),
    })
    .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
      message: 'must include either a password or a passkey',
    }),
  response: z.object({ kind: SignInLinkKind, email: z.string() }),
  failures: ['cross_site_request', 'link_invalid', 'email_taken', 'password_weak', 'passkey_rejected', 'not_found'],
});

export const requestReset = endpoint({
  method: 'POST',
  path: '/credentials/reset-request',
  access: 'public',
  cost: 'write',
  limits: ['signIn', 'resetRequest'],
  summary: 'Requests a reset link by mail; the response does not reveal whether the address is known',
  body: z.strictObject({ email: SignInEmail }),
  response: z.object({ success: z.literal(true) }),
  failures: ['cross_site_request', 'not_found'],
});

export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  role: Role,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

export const listInvitations = endpoint({
  method: 'GET',
  path: '/admin/invitations',
  access: 'system-admin',
  cost: 'read',
  summary: 'Lists open invitations',
  response: z.object({ invitations: z.array(Invitation) }),
  failures: ['sign_in_elsewhere'],
});

export const createInvitation = endpoint({
  method: 'POST',
  path: '/admin/invitations',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Invites a person, by mail if a mail server is configured; returns the link, which is shown only once',
  body: z.strictObject({ email: SignInEmail, name: PersonName.optional(), role: Role }),
  response: z.object({
    link: z.string(),
    expiresAt: z.iso.datetime(),
    /** True if the link is also sent to the address. */
    isMailed: z.boolean(),
  }),
  failures: ['email_taken', 'sign_in_elsewhere'],
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/admin/invitations/:id',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Withdraws an invitation: its link stops working',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found', 'sign_in_elsewhere'],
});

export const createResetLink = endpoint({
  method: 'POST',
  path: '/admin/users/:userId/reset-link',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Returns a password reset link for a user, shown only once',
  params: z.strictObject({ userId: z.uuid() }),
  response: z.object({ link: z.string(), expiresAt: z.iso.datetime() }),
  failures: ['user_not_found', 'sign_in_elsewhere'],
});
