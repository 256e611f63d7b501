import { z } from 'zod';

/** What recipients subscribe to, and end with one click. */
export const subscriptionKinds = ['digest', 'alert', 'report'] as const;
export const SubscriptionKind = z.enum(subscriptionKinds);
export type SubscriptionKind = z.infer<typeof SubscriptionKind>;

/** Everything that is sent. */
export type MailKind = SubscriptionKind | 'confirmation' | 'invitation' | 'reset' | 'address' | 'access';
