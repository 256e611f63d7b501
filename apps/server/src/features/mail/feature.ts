import type { MailTables } from '../../database/tables/mail.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { toContentAssociatedData } from './outbox/outbox.ts';
import { deleteOldMessages } from './outbox/queries.ts';
import { memberMailRoutes } from './recipients/member-mail.ts';
import { type RecipientDeps, recipientRoutes } from './recipients/routes.ts';
import { mailWork } from './outbox/jobs.ts';

export const mailFeature = defineFeature<MailTables>()({
  name: 'mail',
  uses: ['audit'],
  routes: (deps: RecipientDeps) => [...recipientRoutes(deps), ...memberMailRoutes(deps)],
  work: [mailWork],
  secrets: { mail_message: { content_encrypted: { key: 'message_id', toAssociatedData: toContentAssociatedData } } },
  retention: ({ db }) => [{ kind: 'mail_message', deleteBatch: (now) => deleteOldMessages(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: 'deleted with the user',
  ofWorkspace: [],
  exportUser,
});
