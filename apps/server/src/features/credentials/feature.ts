import type { CredentialTables } from '../../database/tables/credentials.ts';
import { defineFeature } from '../../platform/feature.ts';
import { toSecretAssociatedData } from './codes/queries.ts';
import { exportUser } from './export-user.ts';
import { deleteOldLinks } from './links/sign-in-links.ts';
import { deleteOldChallenges } from './passkeys/queries.ts';
import { secretsAssociatedData } from './provider/provider-secrets.ts';
import { deleteOldEntries } from './provider/stored-entries.ts';
import { deleteOldResetRequests } from './reset-requests/queries.ts';
import { credentialRoutes } from './routes.ts';
import { deleteOldFailures } from './sign-in/guess-limits.ts';
import { resetWork } from './reset-requests/jobs.ts';

export const credentialsFeature = defineFeature<CredentialTables>()({
  name: 'credentials',
  uses: ['audit', 'auth', 'live', 'mail'],
  routes: credentialRoutes,
  work: [resetWork],
  secrets: {
    local_identity: { totp_secret_encrypted: { key: 'subject', toAssociatedData: toSecretAssociatedData } },
    provider_entry: { payload_encrypted: { key: 'entry_hash', toAssociatedData: null } },
    provider_secret: { secret_encrypted: { key: 'provider_secret_id', toAssociatedData: () => secretsAssociatedData } },
  },
  retention: ({ db }) => [
    { kind: 'provider_entry', deleteBatch: (now) => deleteOldEntries(db, now) },
    { kind: 'sign_in_link', deleteBatch: (now) => deleteOldLinks(db, now) },
    { kind: 'sign_in_failure', deleteBatch: (now) => deleteOldFailures(db, now) },
    { kind: 'reset_request', deleteBatch: (now) => deleteOldResetRequests(db, now) },
    { kind: 'passkey_challenge', deleteBatch: (now) => deleteOldChallenges(db, now) },
  ],
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: null,
  ofWorkspace: null,
  exportUser,
});
