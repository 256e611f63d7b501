/** Access changes that users are mailed about, and the page on which they can undo each. */
export const accessChanges = {
  'key.created': { sentence: 'A new API key can read your analytics.', path: '/profile?tab=api' },
  'webhook.saved': { sentence: 'Your alerts are sent to a new webhook.', path: '/profile?tab=notifications' },
  'user.password': { sentence: 'Your password was changed.', path: '/profile?tab=sign-in' },
  'user.email': { sentence: 'Your email address was changed.', path: '/profile?tab=sign-in' },
  'user.passkey.added': { sentence: 'A passkey was added to your sign-in.', path: '/profile?tab=sign-in' },
  'user.passkey.removed': { sentence: 'A passkey was removed from your sign-in.', path: '/profile?tab=sign-in' },
  'user.codes.required': {
    sentence: 'Your sign-in now requires codes from a new authenticator app.',
    path: '/profile?tab=sign-in',
  },
  'user.codes.removed': {
    sentence: 'Two-factor codes were turned off for your sign-in.',
    path: '/profile?tab=sign-in',
  },
} as const satisfies Record<string, { sentence: string; path: string }>;

export type AccessAction = keyof typeof accessChanges;

export const isAccessAction = (action: string): action is AccessAction => Object.hasOwn(accessChanges, action);
