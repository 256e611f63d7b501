import type { MailClient } from '../../clients/mail/mail.ts';
import type { Database } from '../../database/database.ts';
import { countRefused } from '../mail/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Check } from './readiness.ts';
import { checkInBackground } from './background-check.ts';

const intervalMillis = 300_000;
/** Fewer are what spam filters do now and then. */
const minRefused = 3;

/** Connects every few minutes: a mail server may be slow, and mail is queued. */
export function createMailCheck(client: MailClient, { db, clock }: { db: Database; clock: Clock }): Check {
  return checkInBackground(intervalMillis, async () => {
    try {
      await client.check();
    } catch {
      return {
        state: 'degraded',
        reason: 'The mail server of SMTP_URL cannot be used: mail waits; see tidemark doctor',
      };
    }
    const refused = await countRefused(db, clock()).catch(() => 0);
    if (refused < minRefused) return { state: 'ok' };
    return {
      state: 'degraded',
      reason: `${refused} messages of the last week were refused for their content or their sender, not for their address: check SPF, DKIM and blocklists`,
    };
  });
}
