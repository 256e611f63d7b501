import type { AccountId } from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import { updateProfile } from '../../features/accounts/index.ts';
import {
  markUnlisted,
  spreadFirstDelta,
  storeDays,
  storeMedia,
  sumDays,
  type Calendar,
} from '../../features/sync/index.ts';
import type { AppView } from './client/app-view.ts';
import { BlueskyError } from './client/bluesky-error.ts';
import type { XrpcCaller } from './client/xrpc.ts';
import { listUndated } from './queries.ts';
import { toDatedDays, type BlueskyStep, type Outcome } from './rules.ts';

/** Posts whose interactions are dated in one step: three requests each, and a step is repeated as a whole. */
const datedAtOnce = 5;

export interface FetchContext {
  db: Database;
  appView: AppView;
  caller: XrpcCaller;
  accountId: AccountId;
  did: string;
  at: Date;
  toDay: Calendar['toDay'];
  /** Finds posts to date, or repeats which ones were found. */
  choosePosts(find: () => Promise<UndatedPost[]>): Promise<UndatedPost[]>;
}

export interface UndatedPost {
  id: string;
  publishedAt: string;
  /** Nobody had liked, answered or quoted it. */
  isQuiet: boolean;
}

export interface FetchedStep {
  outcome: Outcome;
  earliestDay: string | null;
  store(transaction: Transaction): Promise<void>;
}

const done: Outcome = { read: 0, after: null, oldestDay: null };

export function fetchStep(context: FetchContext, step: BlueskyStep): Promise<FetchedStep> {
  if (step.task === 'account_details') return fetchProfile(context);
  if (step.task === 'media_history') return fetchPosts(context, step.after);
  return dateInteractions(context);
}

async function fetchProfile({ appView, caller, accountId, did, at, toDay }: FetchContext): Promise<FetchedStep> {
  const profile = await appView.fetchProfile(caller, did);
  if (profile.did !== did) throw new BlueskyError('transient', 'Bluesky returned another account');
  const day = toDay(at);
  return {
    outcome: done,
    earliestDay: day,
    async store(transaction) {
      await updateProfile(transaction, accountId, {
        username: profile.handle,
        name: profile.name,
        picture: profile.picture,
        followers_count: profile.followers,
        follows_count: profile.follows,
        media_count: profile.posts,
      });
      await storeDays(
        transaction,
        accountId,
        [{ day, figures: { followers: profile.followers }, complete: false }],
        at,
      );
    },
  };
}

async function fetchPosts(context: FetchContext, after: string | null): Promise<FetchedStep> {
  const { appView, caller, accountId, did, at, toDay } = context;
  const page = await appView.fetchPosts(caller, did, after);
  const instants = page.media.map(({ publishedAt }) => publishedAt.getTime());
  const oldest = instants.length > 0 ? new Date(Math.min(...instants)) : null;
  return {
    outcome: { read: page.media.length, after: page.after, oldestDay: oldest && toDay(oldest) },
    earliestDay: oldest && toDay(oldest),
    async store(transaction) {
      await storeMedia(transaction, accountId, page.media, { observedAt: at, toDay });
      await markUnlisted(transaction, accountId, page.media, {
        from: page.after === null ? null : oldest,
        to: after === null ? null : new Date(Math.max(...instants)),
        observedAt: at,
      });
    },
  };
}

/** Finds out when people interacted with the posts that were found since, and adds up the account's days. */
async function dateInteractions({
  db,
  appView,
  caller,
  accountId,
  did,
  at,
  toDay,
  choosePosts,
}: FetchContext): Promise<FetchedStep> {
  const posts = await choosePosts(async () => {
    const rows = await listUndated(db, accountId, datedAtOnce);
    return rows.map(({ media_id: id, published_at, likes, comments, shares }) => ({
      id,
      publishedAt: published_at.toISOString(),
      isQuiet: (likes ?? 0) + (comments ?? 0) + (shares ?? 0) === 0,
    }));
  });
  const dated: Parameters<typeof spreadFirstDelta>[2][] = [];
  for (const { id, publishedAt, isQuiet } of posts) {
    const uri = `at://${did}/app.bsky.feed.post/${id}`;
    const times = isQuiet ? nothing : await fetchTimes(appView, caller, { did, uri });
    dated.push({ mediaId: id, days: toDatedDays(times, new Date(publishedAt), toDay), at });
  }
  return {
    outcome: { ...done, read: posts.length, after: posts.length < datedAtOnce ? null : 'more' },
    earliestDay: null,
    async store(transaction) {
      for (const one of dated) await spreadFirstDelta(transaction, accountId, one);
      await sumDays(transaction, accountId, { today: toDay(at), fetchedAt: at });
    },
  };
}

const nothing = { likes: [], comments: [], shares: [] };

/** Returns nothing for a post that was deleted since it was listed; throws if the whole account is hidden. */
async function fetchTimes(appView: AppView, caller: XrpcCaller, { did, uri }: { did: string; uri: string }) {
  try {
    return await appView.fetchInteractions(caller, uri);
  } catch (error) {
    if (!(error instanceof BlueskyError) || error.kind !== 'permanent') throw error;
    await appView.fetchProfile(caller, did);
    return nothing;
  }
}
