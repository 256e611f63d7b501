import type { InstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { ReadTimes } from '../../database/tables/sync.ts';
import { addDays, type Clock } from '../../platform/clock.ts';
import { listLiveStories, toLiveStory } from './queries.ts';
import { earliestOf, nextReadings, spreadOf, type Rhythm } from './rhythm-rules.ts';

interface RhythmNeeds {
  db: Database | Transaction;
  instagram: Pick<InstagramGraph, 'insights'>;
  clock: Clock;
}

interface Paced {
  account_id: string;
  watched_until: Date | null;
  throttle_factor: number;
}

/** What decides when the parts of an account are read next. */
export async function rhythmOf(
  { db, instagram, clock }: RhythmNeeds,
  state: Paced,
  readAt: ReadTimes,
): Promise<Rhythm> {
  const now = clock();
  const { dayOf, startOf } = instagram.insights;
  return {
    now,
    nextDayAfter: (instant: Date) => startOf(addDays(dayOf(instant), 1)),
    readAt,
    stories: (await listLiveStories(db, state.account_id, now)).map(toLiveStory),
    isWatched: state.watched_until !== null && state.watched_until > now,
    throttle: state.throttle_factor,
    spread: spreadOf(state.account_id),
  };
}

/** When the account is due again, by the factor that holds now: it may have changed since a sync began. */
export async function nextSyncOf(needs: RhythmNeeds, { account_id }: Paced, readAt: ReadTimes): Promise<Date> {
  const state = await needs.db
    .selectFrom('sync_state')
    .select(['account_id', 'watched_until', 'throttle_factor'])
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow();
  return earliestOf(nextReadings(await rhythmOf(needs, state, readAt)));
}
