import type { Database } from '../../../database/database.ts';
import { hasIdentities } from '../queries.ts';
import { createLink, type CreatedLink } from './sign-in-links.ts';

/** Creates the first operator's setup link; null once any user can sign in. */
export function createSetupLink(
  db: Database,
  { appUrl, now }: { appUrl: string; now: Date },
): Promise<CreatedLink | null> {
  return db
    .transaction()
    .execute(async (transaction) =>
      (await hasIdentities(transaction)) ? null : createLink(transaction, { kind: 'setup', appUrl, now }),
    );
}
