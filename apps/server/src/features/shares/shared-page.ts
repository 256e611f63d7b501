import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { closedPage, type SharedPage } from '../../platform/http/shared-page.ts';
import { findPage } from './queries.ts';
import { toState } from './rules.ts';
import { listShownAccounts } from './shown-accounts.ts';
import { isToken, toTokenHash } from './tokens.ts';

/** Returns what a link's page tells anyone who loads it, before its data is opened. */
export async function readSharedPage(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<SharedPage> {
  const link = isToken(token) ? await findPage(db, toTokenHash(token)) : undefined;
  if (!link || toState(link, clock()) !== 'active') return closedPage;
  const mayNameTitle = link.title_in_previews && link.passcode_hash === null;
  const isTitleShown = mayNameTitle && (await listShownAccounts(db, link)).length > 0;
  return { isEmbeddable: link.may_be_embedded, title: isTitleShown ? link.title : null };
}
