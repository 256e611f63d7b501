// Bodies for calls in the access matrix.
export const digest = {
  isOn: false,
  cadence: 'weekly',
  weekday: 1,
  monthDay: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
  accountIds: ['$A1'],
};

export const report = {
  title: 'Report',
  accountIds: ['$A1'],
  range: { kind: 'last-days', days: 7 },
  comparison: 'none',
  timeZone: 'Europe/Berlin',
  sections: ['days', 'media', 'activity'].map((kind) => ({ kind, comment: '' })),
};

export const shared = { choice: report, isFrozen: false, expiresInDays: 1, passcode: null, mayBeEmbedded: false };

export const plan = {
  name: 'Pro',
  accountLimits: { unlimited: false, total: 10 },
  roadmapAccess: { view: true, add: true },
  priceId: null,
};

export const alertSettings = {
  all: { app: ['unusual_day'], mail: [] },
  exceptions: [{ accountId: '$A1', app: [], mail: [] }],
};
