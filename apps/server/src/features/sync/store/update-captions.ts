import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId, LiveMessage } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { defineSchedule } from '../../../platform/work/work.ts';
import { recordNewRows } from '../../accounts/index.ts';
import { captionVersion, toCaptionTexts } from './caption-texts.ts';
import { publishAccount } from './commit-step.ts';

interface CaptionDeps {
  db: Database;
  events: EventBus<LiveMessage>;
}

const batchSize = 100;
const batchPauseMillis = 50;
// A literal, so that the planner uses the index on outdated posts.
const outdated = sql.lit(captionVersion);

/** Derives stored posts' hashtags, mentions and search texts again after their rules have changed. */
export const captionWork = defineSchedule({
  name: 'hashtags',
  label: 'Update the hashtags of stored posts',
  remedy: 'See the log.',
  // Processes on an earlier version may still store posts during an update.
  everySeconds: 600,
  prepare: (services: CaptionDeps) => async (signal) => {
    const { db } = services;
    for (let id = await findOutdated(db); id !== null && !signal.aborted; id = await findOutdated(db)) {
      await updateBatch(db, id);
      // Makes open pages reload the account's posts, once.
      if ((await findOutdated(db)) !== id) await announce(services, id);
      await sleep(batchPauseMillis, undefined, { signal });
    }
  },
});

/** Returns an account with posts whose texts come from earlier rules. */
async function findOutdated(db: Database): Promise<AccountId | null> {
  const row = await db
    .selectFrom('media')
    .select('account_id')
    .where('caption_version', '<', outdated)
    .limit(1)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Skips posts that a sync is storing: it derives their texts itself. */
async function updateBatch(db: Database, accountId: AccountId): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('media')
      .select(['media_id', 'caption'])
      .where('account_id', '=', accountId)
      .where('caption_version', '<', outdated)
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { media_id: mediaId, caption } of rows)
      await transaction
        .updateTable('media')
        .set(toCaptionTexts(caption))
        .where('account_id', '=', accountId)
        .where('media_id', '=', mediaId)
        .execute();
  });
}

async function announce(deps: CaptionDeps, accountId: AccountId): Promise<void> {
  await deps.db.transaction().execute((transaction) => recordNewRows(transaction, accountId, null));
  await publishAccount(deps, accountId);
}
