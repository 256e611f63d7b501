import type { Account } from '@tidemark/contract';

/** Test fixture: a linked account without a problem that has never been synced. */
export const stubbedAccount: Account = {
  _id: '17841400000001',
  type: 'instagram_account',
  accountName: 'okafor.coffee',
  username: 'okafor.coffee',
  picture: null,
  profile_picture_url: null,
  metadata: { name: 'Okafor Coffee', followersCount: 10, followsCount: 1, mediaCount: 1 },
  earliestDate: null,
  linked: true,
  activated: true,
  syncRunning: false,
  lastSyncAt: null,
  problem: null,
  dataVersion: 1,
  correctedAt: null,
  facebookId: null,
};
