import type { ShareTables } from '../../database/tables/shares.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteOldGuesses } from './passcode-limits.ts';
import { deleteAccountFromLinks, deleteEndedLinks } from './queries.ts';
import { toTokenAssociatedData } from './tokens.ts';
import { shareWork } from './settle-frozen.ts';

export const sharesFeature = defineFeature<ShareTables>()({
  name: 'shares',
  uses: ['accounts', 'analytics', 'reports'],
  routes: null,
  work: [shareWork],
  secrets: { share_link: { token_encrypted: { key: 'link_id', toAssociatedData: toTokenAssociatedData } } },
  retention: ({ db }) => [
    { kind: 'share_link', deleteBatch: (now) => deleteEndedLinks(db, now) },
    { kind: 'share_failure', deleteBatch: (now) => deleteOldGuesses(db, now) },
  ],
  listKnownFiles: null,
  onAccountDeleted: deleteAccountFromLinks,
  exportUser,
});
