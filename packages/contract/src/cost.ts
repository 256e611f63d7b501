export interface RateLimit {
  /** Scope of the limit: each user, each API key, each IP address (a /64 for IPv6), or the whole installation. */
  per: 'user' | 'key' | 'address' | 'installation';
  max: number;
  seconds: number;
}

const minute = 60;
const hour = 3_600;

/** All of the API's rate limits by name. Operators change the numbers with `RATE_LIMITS`. */
export const rateLimits = {
  read: { per: 'user', max: 6_000, seconds: minute },
  heavyRead: { per: 'user', max: 2_400, seconds: minute },
  write: { per: 'user', max: 1_200, seconds: minute },
  external: { per: 'user', max: 120, seconds: minute },
  // Many users may share an address.
  signIn: { per: 'address', max: 1_200, seconds: minute },
  // Each may send a mail.
  resetRequest: { per: 'address', max: 20, seconds: hour },
  // Links in mail, which mail providers' scanners open as well.
  mailLink: { per: 'address', max: 300, seconds: minute },
  sessionToken: { per: 'address', max: 6_000, seconds: minute },
  // Lower than the class limits, so that programs leave enough for the same user's browser.
  apiKey: { per: 'key', max: 300, seconds: minute },
  allApiKeys: { per: 'user', max: 900, seconds: minute },
  keyCreation: { per: 'user', max: 30, seconds: hour },
  export: { per: 'user', max: 5, seconds: hour },
  download: { per: 'user', max: 120, seconds: hour },
  metaLogin: { per: 'user', max: 10, seconds: hour },
  // Meta restricts apps that send many invalid codes.
  allMetaLogins: { per: 'installation', max: 1_000, seconds: hour },
  // Each calls servers that the user names.
  blueskyLogin: { per: 'user', max: 30, seconds: hour },
  paymentRefresh: { per: 'user', max: 6, seconds: minute },
  checkout: { per: 'user', max: 10, seconds: hour },
  // Each sends a mail to an address that may be anybody's.
  emailChange: { per: 'user', max: 5, seconds: hour },
  recipientChange: { per: 'user', max: 30, seconds: hour },
  memberInvitation: { per: 'user', max: 30, seconds: hour },
  digestTest: { per: 'user', max: 5, seconds: hour },
  // Each fetches from Instagram on behalf of the user's account.
  peerAddition: { per: 'user', max: 20, seconds: hour },
  webhookChange: { per: 'user', max: 20, seconds: hour },
  logoUpload: { per: 'user', max: 30, seconds: hour },
  webhookTest: { per: 'user', max: 20, seconds: hour },
  // A page and its figures count separately, and a whole office may share one address.
  shareOpening: { per: 'address', max: 240, seconds: minute },
  shareCreation: { per: 'user', max: 60, seconds: hour },
  paymentPortal: { per: 'user', max: 30, seconds: hour },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof rateLimits;
export type RateLimits = Record<LimitName, RateLimit>;

/** Cost classes. A call's class determines its rate limit, and its queue while the server is busy. */
export const costs = {
  /** Served from memory. */
  status: { limit: null, waitsFor: null },
  /** Reads a few rows. */
  read: { limit: 'read', waitsFor: 'database' },
  /** Aggregates many rows. */
  heavyRead: { limit: 'heavyRead', waitsFor: 'heavy' },
  /** Changes rows. */
  write: { limit: 'write', waitsFor: 'database' },
  /** Decodes a picture. Waits for a processor, so that uploads don't hold database slots meanwhile. */
  upload: { limit: 'write', waitsFor: 'external' },
  /** Calls Meta, Stripe, GitHub or the identity provider, or starts a sync that does. */
  external: { limit: 'external', waitsFor: 'external' },
  /** Runs other calls, each counted as if it were made alone. */
  batch: { limit: 'read', waitsFor: null },
  /** Sends all of a user's data. */
  export: { limit: 'export', waitsFor: 'database' },
  /** Sends a screen's values as a file. */
  download: { limit: 'download', waitsFor: 'database' },
} as const satisfies Record<string, { limit: LimitName | null; waitsFor: 'database' | 'heavy' | 'external' | null }>;

export type Cost = keyof typeof costs;

/** Lists an endpoint's limits: its cost class's and its own. */
export function listLimits({ cost, limits = [] }: { cost: Cost; limits?: readonly LimitName[] }): LimitName[] {
  const { limit } = costs[cost];
  return limit ? [limit, ...limits] : [...limits];
}

/** Limits that calls with an API key count against, in addition to the endpoint's. */
export const keyLimits = ['apiKey', 'allApiKeys'] as const satisfies readonly LimitName[];
