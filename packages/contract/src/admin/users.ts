import { z } from 'zod';
import { Role } from '../auth/endpoints.ts';
import { SignInEmail } from '../credentials/sign-in.ts';
import { endpoint } from '../endpoint.ts';
import { SubscriptionStatus } from '../subscription/endpoints.ts';
import { PageNumber, SearchWords, SortOrder } from './paging.ts';

export const userPageSizes = ['5', '10', '20'] as const;
export const userSorts = ['name', 'email', 'lastLogin', 'memberSince'] as const;
export type UserSort = (typeof userSorts)[number];

export const AdminUser = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** An address the user has asked for, or their own from an earlier version, until it is proven or confirmed. */
  unconfirmedEmail: z.string().nullable(),
  picture: z.string().nullable(),
  role: Role,
  /** Disabled users have no access at all. */
  accountStatus: z.enum(['active', 'disabled']),
  lastLogin: z.iso.datetime().nullable(),
  memberSince: z.iso.datetime(),
  plan: z.object({ id: z.string(), name: z.string() }),
  subscriptionStatus: SubscriptionStatus,
  currentPeriodEnd: z.iso.datetime().nullable(),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: 'Lists users, one page at a time',
  query: z.strictObject({
    page: PageNumber.optional(),
    pageSize: z.enum(userPageSizes).transform(Number).optional(),
    sort: z.enum(userSorts).optional(),
    order: SortOrder.optional(),
    search: SearchWords.optional(),
    role: Role.optional(),
  }),
  response: z.object({ users: z.array(AdminUser), total: z.number().int() }),
  failures: [],
});

const OneUser = z.strictObject({ userId: z.uuid() });
const Done = z.object({ success: z.literal(true), message: z.string() });

export const setUserRole = endpoint({
  method: 'PUT',
  path: '/admin/users/:userId/role',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Grants or revokes the operator role',
  params: OneUser,
  body: z.strictObject({ role: Role }),
  response: Done,
  failures: ['user_not_found', 'last_operator'],
});

export const setUserDisabled = endpoint({
  method: 'PUT',
  path: '/admin/users/:userId/disabled',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Disables or re-enables a user',
  params: OneUser,
  body: z.strictObject({ disabled: z.boolean() }),
  response: Done,
  failures: ['user_not_found', 'last_operator', 'not_oneself'],
});

export const confirmEmail = endpoint({
  method: 'PUT',
  path: '/admin/users/:userId/email-confirmation',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Confirms a user’s pending email address (built-in sign-in)',
  params: OneUser,
  // Users may change their address while an operator is looking at it.
  body: z.strictObject({ email: SignInEmail }),
  response: Done,
  failures: ['user_not_found', 'sign_in_elsewhere', 'email_changed', 'email_taken'],
});
