/** Keys of cached queries that several features name. Invalidating a key invalidates every key that starts with it. */
export const queryKeys = {
  user: ['user'],
  workspaces: ['workspaces'],
  members: ['members'],
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
  unreadAlerts: ['alerts', 'unread'],
  shares: ['shares'],
  features: { all: ['features'], of: (names: readonly string[]) => ['features', ...names] as const },
  labels: ['labels'],
  savedViews: ['saved-views'],
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
  annotations: ['analytics', 'annotations'],
  /** `about` names the accounts, whose changes invalidate the query. */
  analytics: (name: string, about: { accountIds: readonly string[]; [field: string]: unknown }) =>
    ['analytics', name, about] as const,
} as const;

/** Returns the part that `queryKeys.analytics` puts last; undefined for other keys. */
export function toAnalyticsAbout([area, , about]: readonly unknown[]): unknown {
  return area === 'analytics' ? about : undefined;
}
