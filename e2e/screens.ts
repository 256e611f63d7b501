export interface Screen {
  name: string;
  person: string;
  path: string;
  /** It depends on the date, or on what the processes are doing. */
  hasVaryingLength?: boolean;
}

/** All screens, each with a person who can see it. */
export const screens: Screen[] = [
  { name: 'overview', person: 'Maya Lindqvist', path: '/' },
  { name: 'overview-agency', person: 'Ines Duarte', path: '/' },
  { name: 'overview-expired-login', person: 'Edgar Voss', path: '/', hasVaryingLength: true },
  { name: 'compare', person: 'Ines Duarte', path: '/compare' },
  { name: 'posts', person: 'Maya Lindqvist', path: '/posts?preset=last-90-days' },
  { name: 'posts-agency', person: 'Ines Duarte', path: '/posts?preset=last-90-days&view=list' },
  { name: 'posts-calendar', person: 'Maya Lindqvist', path: '/posts?view=calendar', hasVaryingLength: true },
  { name: 'best-time', person: 'Maya Lindqvist', path: '/best-time' },
  { name: 'peers', person: 'Maya Lindqvist', path: '/peers' },
  { name: 'labels', person: 'Maya Lindqvist', path: '/labels' },
  { name: 'reports', person: 'Maya Lindqvist', path: '/reports' },
  { name: 'report-new', person: 'Maya Lindqvist', path: '/reports?report=new', hasVaryingLength: true },
  { name: 'post-insights', person: 'Olu Adeyemi', path: '/?tab=post-insights', hasVaryingLength: true },
  { name: 'profile', person: 'Maya Lindqvist', path: '/profile' },
  { name: 'profile-free', person: 'Free Fiona Marsh', path: '/profile' },
  { name: 'profile-ended', person: 'Nadia Brandt', path: '/profile' },
  { name: 'profile-expired-login', person: 'Edgar Voss', path: '/profile' },
  { name: 'profile-your-data', person: 'Maya Lindqvist', path: '/profile?tab=your-data' },
  { name: 'profile-team', person: 'Maya Lindqvist', path: '/profile?tab=team' },
  { name: 'profile-api', person: 'Cal Moreno', path: '/profile?tab=api' },
  { name: 'profile-notifications', person: 'Maya Lindqvist', path: '/profile?tab=notifications' },
  { name: 'profile-sharing', person: 'Maya Lindqvist', path: '/profile?tab=sharing' },
  { name: 'welcome', person: 'Theo Okafor', path: '/welcome' },
  { name: 'accounts', person: 'Ines Duarte', path: '/account/add' },
  { name: 'account', person: 'Maya Lindqvist', path: '/account/17841402392374900' },
  { name: 'account-not-found', person: 'Maya Lindqvist', path: '/account/unknown' },
  { name: 'subscription', person: 'Cal Moreno', path: '/subscription' },
  { name: 'roadmap', person: 'Maya Lindqvist', path: '/roadmap' },
  { name: 'system-overview', person: 'Olu Adeyemi', path: '/system' },
  { name: 'system-fleet', person: 'Olu Adeyemi', path: '/system/dashboard', hasVaryingLength: true },
  { name: 'system-accounts', person: 'Olu Adeyemi', path: '/system/accounts' },
  { name: 'system-users', person: 'Olu Adeyemi', path: '/system/users' },
  { name: 'system-meta', person: 'Olu Adeyemi', path: '/system/meta' },
  { name: 'system-compare', person: 'Olu Adeyemi', path: '/system/meta/compare' },
  { name: 'system-stripe', person: 'Olu Adeyemi', path: '/system/stripe' },
  { name: 'system-settings', person: 'Olu Adeyemi', path: '/system/settings' },
];
