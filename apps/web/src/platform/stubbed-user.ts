import type { User } from '@tidemark/contract';

/** Test fixture: a user with an active plan and nothing linked. */
export const stubbedUser: User = {
  _id: '11111111-1111-4111-8111-111111111111',
  name: 'Theo Okafor',
  email: 'theo@sandbox.test',
  picture: null,
  facebookId: null,
  memberSince: '2024-03-05T10:00:00.000Z',
  role: 'user',
  subscription: { status: 'active', currentPeriodEnd: null },
  accountRefs: [],
  accountLimits: { unlimited: false, total: 3 },
  roadmapAccess: { view: true, add: false },
};
