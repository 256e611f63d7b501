// Which features may import which, on the server and in the web app: the list in docs/architecture.md.
const analytics = ['accounts'];

export const featureDirections = {
  auth: [],
  'api-keys': [],
  mcp: [],
  credentials: ['auth'],
  accounts: [],
  subscription: [],
  system: [],
  roadmap: [],
  profile: ['accounts', 'auth', 'connections', 'credentials', 'subscription'],
  live: ['accounts'],
  connections: ['accounts', 'subscription'],
  sync: ['accounts', 'connections', 'live'],
  analytics,
  admin: [
    'auth',
    'credentials',
    'accounts',
    'subscription',
    'connections',
    'sync',
    'live',
    'analytics',
    'roadmap',
    'profile',
  ],
};
