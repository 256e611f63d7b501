import type { ShareTables } from '../../database/tables/shares.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { createPictureStore } from '../reports/index.ts';
import { exportUser } from './export-user.ts';
import { createContentLoader, type ContentDeps } from './load-content.ts';
import { deleteOldGuesses } from './passcode-limits.ts';
import { deleteAccountFromLinks, deleteEndedLinks } from './queries.ts';
import { shareRoutes, type ShareDeps } from './routes.ts';
import { toTokenAssociatedData } from './tokens.ts';
import { shareWork } from './settle-frozen.ts';

type ShareServices = Omit<ShareDeps, 'loadContent' | 'pictures'> & ContentDeps & { files: FileStore };

export const sharesFeature = defineFeature<ShareTables>()({
  name: 'shares',
  uses: ['accounts', 'analytics', 'audit', 'reports'],
  routes: (services: ShareServices) =>
    shareRoutes({ ...services, loadContent: createContentLoader(services), pictures: createPictureStore(services) }),
  work: [shareWork],
  secrets: { share_link: { token_encrypted: { key: 'link_id', toAssociatedData: toTokenAssociatedData } } },
  retention: ({ db }) => [
    { kind: 'share_link', deleteBatch: (now) => deleteEndedLinks(db, now) },
    { kind: 'share_failure', deleteBatch: (now) => deleteOldGuesses(db, now) },
  ],
  listKnownFiles: null,
  onAccountDeleted: deleteAccountFromLinks,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: ['share_link'],
  exportUser,
});
