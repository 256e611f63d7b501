export const adminKeys = {
  all: ['admin'],
  overview: ['admin', 'overview'],
  setup: ['admin', 'setup'],
  backups: ['admin', 'backups'],
  fleet: ['admin', 'fleet'],
  stripe: ['admin', 'stripe'],
  meta: ['admin', 'meta'],
  appComparisons: ['admin', 'app-comparisons'],
  invitations: ['admin', 'invitations'],
  users: (query: object) => ['admin', 'users', query] as const,
  accounts: (query?: object) => ['admin', 'accounts', ...(query ? [query] : [])] as const,
  audit: (query: object) => ['admin', 'audit', query] as const,
} as const;
