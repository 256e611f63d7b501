export interface RateLimit {
  /** What the limit applies to: each user, each API key, each IP address (a /64 of IPv6), or the whole installation. */
  per: 'user' | 'key' | 'address' | 'installation';
  max: number;
  seconds: number;
}

const minute = 60;
const hour = 3_600;

/** All rate limits of the API by name. Operators change the numbers with `RATE_LIMITS`. */
export const rateLimits = {
  read: { per: 'user', max: 6_000, seconds: minute },
  heavyRead: { per: 'user', max: 2_400, seconds: minute },
  write: { per: 'user', max: 1_200, seconds: minute },
  external: { per: 'user', max: 120, seconds: minute },
  // Many users may share an address.
  signIn: { per: 'address', max: 1_200, seconds: minute },
  // Each may send a mail.
  resetRequest: { per: 'address', max: 20, seconds: hour },
  // Links in mail, which programs of mail providers open as well.
  mailLink: { per: 'address', max: 300, seconds: minute },
  sessionToken: { per: 'address', max: 6_000, seconds: minute },
  // Below the limits of the classes, so that programs leave enough for the same user's browser.
  apiKey: { per: 'key', max: 300, seconds: minute },
  allApiKeys: { per: 'user', max: 900, seconds: minute },
  keyCreation: { per: 'user', max: 30, seconds: hour },
  export: { per: 'user', max: 5, seconds: hour },
  download: { per: 'user', max: 120, seconds: hour },
  metaLogin: { per: 'user', max: 10, seconds: hour },
  // Meta restricts apps that send many invalid codes.
  allMetaLogins: { per: 'installation', max: 1_000, seconds: hour },
  paymentRefresh: { per: 'user', max: 6, seconds: minute },
  checkout: { per: 'user', max: 10, seconds: hour },
  // Each sends a mail to an address that may be anybody's.
  emailChange: { per: 'user', max: 5, seconds: hour },
  recipientChange: { per: 'user', max: 30, seconds: hour },
  digestTest: { per: 'user', max: 5, seconds: hour },
  // Each asks Instagram, in the name of the user's account.
  peerAddition: { per: 'user', max: 20, seconds: hour },
  webhookChange: { per: 'user', max: 20, seconds: hour },
  logoUpload: { per: 'user', max: 30, seconds: hour },
  webhookTest: { per: 'user', max: 20, seconds: hour },
  // A page and its figures each; everybody in an office has one address.
  shareOpening: { per: 'address', max: 240, seconds: minute },
  shareCreation: { per: 'user', max: 60, seconds: hour },
  paymentPortal: { per: 'user', max: 30, seconds: hour },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof rateLimits;
export type RateLimits = Record<LimitName, RateLimit>;

/** The cost of a call. The class determines its rate limit, and its queue while the server is busy. */
export const costs = {
  /** Served from memory. */
  status: { limit: null, waitsFor: null },
  /** Reads a few rows. */
  read: { limit: 'read', waitsFor: 'database' },
  /** Aggregates many rows. */
  heavyRead: { limit: 'heavyRead', waitsFor: 'heavy' },
  /** Changes rows. */
  write: { limit: 'write', waitsFor: 'database' },
  /** Decodes a picture. It waits for a processor: uploads must not hold the slots of the database meanwhile. */
  upload: { limit: 'write', waitsFor: 'external' },
  /** Calls Meta, Stripe, GitHub or the identity provider, or starts a sync that does. */
  external: { limit: 'external', waitsFor: 'external' },
  /** Runs other calls, which count as if they were alone. */
  batch: { limit: 'read', waitsFor: null },
  /** Sends all data of a user. */
  export: { limit: 'export', waitsFor: 'database' },
  /** Sends the values of a screen as a file. */
  download: { limit: 'download', waitsFor: 'database' },
} as const satisfies Record<string, { limit: LimitName | null; waitsFor: 'database' | 'heavy' | 'external' | null }>;

export type Cost = keyof typeof costs;

/** All limits of an endpoint: the one of its cost class, and its own. */
export function listLimits({ cost, limits = [] }: { cost: Cost; limits?: readonly LimitName[] }): LimitName[] {
  const { limit } = costs[cost];
  return limit ? [limit, ...limits] : [...limits];
}

/** What a call with an API key counts against, in addition to the limits of the endpoint. */
export const keyLimits = ['apiKey', 'allApiKeys'] as const satisfies readonly LimitName[];
