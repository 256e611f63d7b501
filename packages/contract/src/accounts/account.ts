import { z } from 'zod';
import { SyncProblem } from '../sync/problem.ts';

export const accountTypes = ['instagram_account', 'facebook_page'] as const;
/** The networks in the switcher; only the first two are account types, the others are announced. */
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

/** The network's own id, used as ours as well, and stored as text because 17 digits exceed 2^53. */
export const AccountId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an account ID');
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
  /** The first day with data; null until there is any. */
  earliestDate: Day.nullable(),
  linked: z.boolean(),
  activated: z.boolean(),
  syncRunning: z.boolean(),
  lastSyncAt: z.iso.datetime().nullable(),
  /** Why its data is out of date. */
  problem: SyncProblem.nullable(),
  /** Time of the last move of its daily reach, new followers and online hours to other days; null: never. */
  correctedAt: z.iso.datetime().nullable(),
  /** Increases with every commit of new rows: data fetched at a lower version is stale. */
  dataVersion: z.number().int(),
  /** The Facebook user through whose business login the caller has access; null if no login lists the account. */
  facebookId: z.string().nullable(),
});
export type Account = z.infer<typeof Account>;
