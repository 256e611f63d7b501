import type { MailClient } from '../clients/mail/mail.ts';
import type { Check, CheckResult } from '../features/system/index.ts';

const intervalMillis = 300_000;

/** Connects every few minutes, without anybody waiting for it: a mail server may be slow, and mail is queued. */
export function createMailCheck(client: MailClient): Check {
  let last: CheckResult = { state: 'ok' };
  let checkedAt = -Infinity;

  async function refresh(): Promise<void> {
    last = await client.check().then(
      (): CheckResult => ({ state: 'ok' }),
      (): CheckResult => ({
        state: 'degraded',
        reason: 'The mail server of SMTP_URL cannot be used: mail waits; see tidemark doctor',
      }),
    );
  }

  return async () => {
    if (performance.now() - checkedAt > intervalMillis) {
      checkedAt = performance.now();
      void refresh();
    }
    return last;
  };
}
