/** Keys for all cached queries. Invalidating a key invalidates every key that starts with it. */
export const queryKeys = {
  user: ['user'],
  subscription: ['user', 'subscription'],
  signIn: {
    all: ['sign-in'],
    progress: ['sign-in', 'progress'],
    link: (token: string) => ['sign-in', 'link', token] as const,
    credentials: ['sign-in', 'credentials'],
    codes: ['new-codes'],
    sessions: ['sign-in', 'sessions'],
    access: ['sign-in', 'access'],
  },
  apiKeys: ['api-keys'],
  alerts: ['alerts'],
  mail: (part: string) => ['mail', part] as const,
  shares: ['shares'],
  plans: ['plans'],
  features: { all: ['features'], of: (names: readonly string[]) => ['features', ...names] as const },
  mediaCount: ['media-count'],
  labels: ['labels'],
  reports: ['reports'],
  reportLogo: ['report-logo'],
  peers: ['peers'],
  appComparisons: (accountId: string) => ['app-comparisons', accountId] as const,
  accounts: {
    list: ['accounts', 'list'],
    active: ['accounts', 'active'],
    syncStatus: (id: string) => ['accounts', 'sync', id] as const,
  },
  connections: {
    all: ['connections'],
    meta: ['connections', 'meta'],
    accounts: ['connections', 'accounts'],
  },
  roadmap: {
    requests: ['roadmap'],
    upvotes: (userId: string) => ['roadmap-upvotes', userId] as const,
  },
  admin: {
    all: ['admin'],
    overview: ['admin', 'overview'],
    fleet: ['admin', 'fleet'],
    stripe: ['admin', 'stripe'],
    meta: ['admin', 'meta'],
    appComparisons: ['admin', 'app-comparisons'],
    invitations: ['admin', 'invitations'],
    users: (query: object) => ['admin', 'users', query] as const,
    accounts: (query?: object) => ['admin', 'accounts', ...(query ? [query] : [])] as const,
    audit: (query: object) => ['admin', 'audit', query] as const,
  },
  annotations: ['analytics', 'annotations'],
  /** `about` names the accounts, whose changes invalidate the query. */
  analytics: (name: string, about: { accountIds: readonly string[]; [field: string]: unknown }) =>
    ['analytics', name, about] as const,
} as const;

/** Returns the part that `queryKeys.analytics` puts last; undefined for other keys. */
export function toAnalyticsAbout([area, , about]: readonly unknown[]): unknown {
  return area === 'analytics' ? about : undefined;
}
