import { z } from 'zod';
import { SyncProblem } from './sync-problem.ts';

export const accountTypes = ['instagram_account', 'facebook_page', 'bluesky_account'] as const;
/** Networks that the switcher always shows. Only the first two are account types; the rest are announced. */
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

/** The network's own ID, which also serves as ours. Text, because 17 digits exceed 2^53. */
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
  /** First day with data; null until there is any. */
  earliestDate: Day.nullable(),
  linked: z.boolean(),
  activated: z.boolean(),
  syncRunning: z.boolean(),
  lastSyncAt: z.iso.datetime().nullable(),
  /** The reason its data is out of date. */
  problem: SyncProblem.nullable(),
  /** Last time its daily reach, new followers and online hours moved to other days; null if never. */
  correctedAt: z.iso.datetime().nullable(),
  /** Increases with every commit that adds rows; data fetched at a lower version is stale. */
  dataVersion: z.number().int(),
  /** Facebook user whose business login gives the caller access; null if no login lists the account. */
  facebookId: z.string().nullable(),
});
export type Account = z.infer<typeof Account>;
