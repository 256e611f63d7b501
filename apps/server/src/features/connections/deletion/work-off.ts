import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { forgetUser as forgetAccountsOf } from '../../accounts/index.ts';
import { forgetConnection } from '../disconnect.ts';
import { announceReferences } from '../link-account.ts';
import {
  closeDeletion,
  countGoing,
  findDeletion,
  listOpenDeletions,
  listUsersOf,
  noteAccountsOf,
  type Deletion,
} from './queries.ts';

export interface DeletionNeeds {
  db: Database;
  clock: Clock;
  events: EventBus<LiveMessage>;
  /** Told of each user whose login was deleted because the person asked Meta for it. */
  onForgotten(userId: string): Promise<void>;
}

/** Goes on with what was asked for and is not done; returns how many of them are done now. */
export async function workOffDeletions(needs: DeletionNeeds): Promise<number> {
  let done = 0;
  for (const deletion of await listOpenDeletions(needs.db)) if (await workOff(needs, deletion)) done += 1;
  return done;
}

/**
 * Deletes the logins of a person of Meta, and the links to accounts that came through them; accounts that nobody else
 * has linked follow within seconds. Cut short anywhere, the next call goes on.
 */
export async function workOff(needs: DeletionNeeds, { code, meta_user_id: metaUserId }: Deletion): Promise<boolean> {
  const { db, clock } = needs;
  for (const userId of metaUserId === null ? [] : await listUsersOf(db, metaUserId)) {
    await noteAccountsOf(db, code, userId);
    await forgetAccountsOf(db, userId);
    await announceReferences(needs, userId);
    await forgetConnection(needs, userId);
    await needs.onForgotten(userId);
  }
  const noted = await findDeletion(db, code);
  const isDone = noted !== undefined && (await countGoing(db, noted.account_ids)) === 0;
  if (isDone) await closeDeletion(db, code, clock());
  return isDone;
}
