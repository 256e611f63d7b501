import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { SubscriptionKind } from './kinds.ts';

/** Mail of another's workspace, as one of its members chose it. */
export const MemberMail = z.object({
  /** The member's own address. */
  address: z.string(),
  /** False until the member has opened the link in a mail, unless their sign-in proves the address. */
  isConfirmed: z.boolean(),
  subscriptions: z.array(SubscriptionKind),
  /** Mail that the member's role may receive: clients see no alerts. */
  offered: z.array(SubscriptionKind),
});
export type MemberMail = z.infer<typeof MemberMail>;

export const getMemberMail = endpoint({
  method: 'GET',
  path: '/workspace/mail',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Returns what the caller receives by mail from another’s workspace',
  response: MemberMail,
  failures: ['member_not_found'],
});

export const setMemberMail = endpoint({
  method: 'PUT',
  path: '/workspace/mail',
  access: 'user',
  member: 'client',
  cost: 'external',
  limits: ['recipientChange'],
  summary:
    'Sets what the caller receives by mail from another’s workspace, at their own address. Unless the identity provider has verified it, they must confirm it',
  body: z.strictObject({ subscriptions: z.array(SubscriptionKind).max(SubscriptionKind.options.length) }),
  response: MemberMail,
  failures: ['mail_off', 'member_not_found', 'confirmation_limit_reached', 'role_insufficient'],
});
