import { z } from 'zod';
import { AccountRef } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { AccountLimits, RoadmapAccess, SubscriptionStatus } from '../subscription/endpoints.ts';

export const roles = ['user', 'system-admin'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

export const User = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  facebookId: z.string().nullable(),
  memberSince: z.iso.datetime(),
  role: Role,
  subscription: z.object({
    status: SubscriptionStatus,
    currentPeriodEnd: z.iso.datetime().nullable(),
    /** Present only while a failed payment is being retried. */
    pastDue: z.literal(true).optional(),
  }),
  accountRefs: z.array(AccountRef),
  accountLimits: AccountLimits,
  roadmapAccess: RoadmapAccess,
});
export type User = z.infer<typeof User>;

export const Product = z.object({
  name: z.string(),
  cancelAt: z.iso.datetime().nullable(),
  currentPeriodEnd: z.iso.datetime().nullable(),
});
export type Product = z.infer<typeof Product>;

export const loadUser = endpoint({
  method: 'POST',
  path: '/user/load',
  access: 'user',
  member: 'client',
  beforeSecondFactor: true,
  cost: 'read',
  summary: 'Returns the signed-in user, created at first sign-in',
  body: z.strictObject({}).nullish(),
  response: z.object({ user: User, accountRefs: z.array(AccountRef), product: Product }),
  failures: [],
});

export const featureNames = ['accountLimits.unlimited', 'roadmapAccess.view', 'roadmapAccess.add', 'system'] as const;
export const FeatureName = z.enum(featureNames);
export type FeatureName = z.infer<typeof FeatureName>;

export const checkFeatures = endpoint({
  method: 'GET',
  path: '/user/check',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Checks which of the named features the caller has',
  query: z.strictObject({ features: z.string().min(1).max(500) }),
  response: z.record(z.string(), z.boolean()),
  failures: [],
});
