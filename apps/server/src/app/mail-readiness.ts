import type { MailClient } from '../clients/mail/mail.ts';
import type { Check } from '../features/system/index.ts';
import { checkInBackground } from './background-check.ts';

const intervalMillis = 300_000;

/** Connects every few minutes: a mail server may be slow, and mail is queued. */
export function createMailCheck(client: MailClient): Check {
  return checkInBackground(intervalMillis, () =>
    client.check().then(
      () => ({ state: 'ok' }),
      () => ({
        state: 'degraded',
        reason: 'The mail server of SMTP_URL cannot be used: mail waits; see tidemark doctor',
      }),
    ),
  );
}
