import type { MailClient } from '../../../clients/mail/mail.ts';
import { defineWork } from '../../../platform/work/work.ts';
import { claimMessage, messageBacklog, recoverMessages } from './queries.ts';
import { sendMessage, type SendingDeps } from './send-message.ts';

export const mailWork = defineWork({
  name: 'mail',
  label: 'Send mail',
  remedy: 'Run tidemark doctor, which tests the mail server of SMTP_URL. Messages are tried for a day.',
  everySeconds: 2,
  // Slow mail servers delay only mail sent at the same time.
  lanes: 4,
  // Not `dueRows`: a message whose sending had begun is never sent again.
  rows: {
    async claim(db, { now }) {
      await recoverMessages(db, now);
      const message = await claimMessage(db, now);
      return message ? [message] : [];
    },
    fail: null,
    backlog: messageBacklog,
  },
  toLogFields: ({ message_id: messageId, kind }) => ({ messageId, kind }),
  prepare: ({ mailClient, ...services }: Omit<SendingDeps, 'client'> & { mailClient: MailClient | null }) =>
    mailClient && ((message) => sendMessage({ ...services, client: mailClient }, message)),
});
