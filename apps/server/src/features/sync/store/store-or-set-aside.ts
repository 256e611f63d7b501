import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import { storeGaps } from './store.ts';
import type { FetchedMedia } from './fetched-data.ts';

/** PostgreSQL's classes: data exception, check violation, program limit exceeded (such as a value too long for an index). */
const refusedValues = /^(22|23514|54)/;
const maxReasonLength = 300;

/**
 * Stores media together; if the database refuses a value, one by one. A post that it refuses by itself is named among
 * the account's gaps, and stored by the first sync that can.
 */
export async function storeOrSetAside<Media extends Pick<FetchedMedia, 'id' | 'publishedAt'>>(
  transaction: Transaction,
  accountId: string,
  media: Media[],
  store: (some: Media[]) => Promise<void>,
): Promise<void> {
  await sql`savepoint some_media`.execute(transaction);
  try {
    await store(media);
    await sql`release savepoint some_media`.execute(transaction);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    await sql`rollback to savepoint some_media`.execute(transaction);
    const [first, second] = media;
    if (first && !second) return setAside(transaction, accountId, first, error);
    for (const one of media) await storeOrSetAside(transaction, accountId, [one], store);
    return;
  }
  await removeGaps(transaction, accountId, media);
}

function isRefusedValue(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && refusedValues.test(String(error.code));
}

async function setAside(
  transaction: Transaction,
  accountId: string,
  { id, publishedAt }: Pick<FetchedMedia, 'id' | 'publishedAt'>,
  { message }: Error,
): Promise<void> {
  const reason = `${id}: ${message}`.slice(0, maxReasonLength);
  await storeGaps(transaction, accountId, [{ kind: 'posts', from: publishedAt, to: publishedAt, reason }]);
}

async function removeGaps(
  transaction: Transaction,
  accountId: string,
  media: Pick<FetchedMedia, 'publishedAt'>[],
): Promise<void> {
  await transaction
    .deleteFrom('sync_gap')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'posts')
    .where(
      'from_at',
      'in',
      media.map(({ publishedAt }) => publishedAt),
    )
    .execute();
}
