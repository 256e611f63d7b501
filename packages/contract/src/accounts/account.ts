import { z } from 'zod';
import { SyncProblem } from '../sync/problem.ts';

export const accountTypes = ['instagram_account', 'facebook_page'] as const;
/** What the switcher shows; only the first two are account types of ours, the others are announced. */
export const networks = [
  'facebook_page',
  'instagram_account',
  'google',
  'twitter',
  'tiktok',
  'pinterest',
  'linkedin',
  'youtube',
] as const;

export const AccountType = z.enum(accountTypes);
export type AccountType = z.infer<typeof AccountType>;

/** The network's own id of the account, kept as text (17 digits exceed 2^53). It is our id of it too. */
export const AccountId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an account id');
export type AccountId = z.infer<typeof AccountId>;

export const AccountIds = z.array(AccountId).min(1).max(100);

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date();

export const AccountRef = z.object({ accountId: AccountId, type: AccountType });
export type AccountRef = z.infer<typeof AccountRef>;

export const AccountMetadata = z.object({
  name: z.string().nullable(),
  followersCount: z.number().int().nullable(),
  followsCount: z.number().int().nullable(),
  mediaCount: z.number().int().nullable(),
});

export const Account = z.object({
  _id: AccountId,
  type: AccountType,
  accountName: z.string(),
  username: z.string(),
  picture: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  metadata: AccountMetadata,
  /** The first day with figures; null until the first of them has arrived. */
  earliestDate: Day.nullable(),
  linked: z.boolean(),
  activated: z.boolean(),
  syncRunning: z.boolean(),
  lastSyncAt: z.iso.datetime().nullable(),
  /** Why its figures are behind. */
  problem: SyncProblem.nullable(),
  /** Rises with every commit of new rows: what was read at an older version is stale. */
  dataVersion: z.number().int(),
  facebookId: z.string().nullable(),
});
export type Account = z.infer<typeof Account>;
