import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { SubscriptionKind, subscriptionKinds } from './kinds.ts';
import { toMailAddress } from './mail-address.ts';

export const maxRecipients = 10;

export const Recipient = z.object({
  id: z.uuid(),
  address: z.string(),
  /**
   * unconfirmed: the recipient has not opened the confirmation link; disabled: the mail server has permanently rejected
   * the address three times in a row.
   */
  state: z.enum(['unconfirmed', 'confirmed', 'disabled']),
  subscriptions: z.array(SubscriptionKind),
  /** Subscriptions the recipient has ended; confirming allows them again. */
  left: z.array(SubscriptionKind),
  /** The mail server's answer to the last message, if rejected; null if accepted. */
  lastFailure: z.string().nullable(),
  confirmationSentAt: z.iso.datetime().nullable(),
});
export type Recipient = z.infer<typeof Recipient>;

const MailAddress = z
  .string()
  .max(254)
  .transform((text, context) => {
    const address = toMailAddress(text);
    if (address === null) context.addIssue({ code: 'custom', message: 'must be an email address' });
    return address ?? z.NEVER;
  });

const OneRecipient = z.strictObject({ id: z.uuid() });
const Subscriptions = z
  .array(SubscriptionKind)
  .max(subscriptionKinds.length)
  .refine((kinds) => new Set(kinds).size === kinds.length, 'must not repeat');
const Secret = z.string().regex(/^[\w-]{43}$/, 'is incomplete');

export const listRecipients = endpoint({
  method: 'GET',
  path: '/user/recipients',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Lists the caller’s mail recipients',
  response: z.object({ recipients: z.array(Recipient) }),
  failures: [],
});

export const addRecipient = endpoint({
  method: 'POST',
  path: '/user/recipients',
  access: 'user',
  member: 'person',
  recentSignIn: true,
  cost: 'external',
  limits: ['recipientChange'],
  summary:
    'Adds an address. Unless the identity provider has verified it as the caller’s, the recipient must confirm it',
  body: z.strictObject({
    address: MailAddress,
    subscriptions: Subscriptions,
  }),
  response: Recipient,
  failures: ['mail_off', 'recipient_exists', 'recipient_limit_reached', 'confirmation_limit_reached'],
});

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/user/recipients/:id/confirmation',
  access: 'user',
  member: 'person',
  cost: 'write',
  limits: ['recipientChange'],
  summary: 'Sends another confirmation link to an address that is unconfirmed, disabled or unsubscribed',
  params: OneRecipient,
  response: Recipient,
  failures: ['mail_off', 'not_found', 'confirmation_limit_reached'],
});

export const setSubscriptions = endpoint({
  method: 'PUT',
  path: '/user/recipients/:id/subscriptions',
  access: 'user',
  member: 'person',
  cost: 'write',
  limits: ['recipientChange'],
  summary: 'Sets what an address receives. A recipient who unsubscribed must confirm again',
  params: OneRecipient,
  body: z.strictObject({ subscriptions: Subscriptions }),
  response: Recipient,
  failures: ['not_found', 'recipient_left'],
});

export const removeRecipient = endpoint({
  method: 'DELETE',
  path: '/user/recipients/:id',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Removes an address, which then receives no more mail',
  params: OneRecipient,
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found'],
});

export const confirmRecipient = endpoint({
  method: 'POST',
  path: '/mail/confirm',
  access: 'public',
  cost: 'write',
  limits: ['mailLink'],
  summary: 'Confirms an address with the secret of its confirmation link, once',
  body: z.strictObject({ token: Secret }),
  response: z.object({ address: z.string() }),
  failures: ['mail_link_invalid'],
});

const SubscriptionLink = z.strictObject({ kind: SubscriptionKind, token: Secret });

export const openUnsubscribePage = endpoint({
  method: 'GET',
  path: '/mail/unsubscribe/:kind/:token',
  access: 'public',
  cost: 'status',
  limits: ['mailLink'],
  summary: 'Redirects `List-Unsubscribe` visitors to the unsubscribe page, without changing anything',
  params: SubscriptionLink,
  status: 302,
  response: z.string(),
  failures: [],
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/mail/unsubscribe/:kind/:token',
  access: 'public',
  cost: 'write',
  limits: ['mailLink'],
  summary: 'Unsubscribes with one click (RFC 8058), without signing in; may be repeated',
  params: SubscriptionLink,
  rawBody: true,
  response: z.object({ address: z.string() }),
  failures: ['mail_link_invalid'],
});
