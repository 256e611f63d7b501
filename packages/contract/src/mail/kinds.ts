import { z } from 'zod';

/** Mail that recipients subscribe to, and end with one click. */
export const subscriptionKinds = ['digest', 'alert', 'report'] as const;
export const SubscriptionKind = z.enum(subscriptionKinds);
export type SubscriptionKind = z.infer<typeof SubscriptionKind>;

/** All kinds of mail. */
export type MailKind = SubscriptionKind | 'confirmation' | 'invitation' | 'reset' | 'address' | 'access';
