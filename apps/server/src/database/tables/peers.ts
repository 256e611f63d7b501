import type { PeerState } from '@tidemark/contract';
import type { Generated } from 'kysely';
import type { Instant, InstantOrNull } from './columns.ts';

export interface PeerTables {
  /** A public account that a user compares with one of their own. */
  peer: {
    peer_id: string;
    user_id: string;
    /** The account whose login asks Instagram; the peer is compared with it. */
    account_id: string;
    instagram_id: string;
    username: string;
    name: string | null;
    biography: string | null;
    state: Generated<PeerState>;
    /** Since when the state is not `ok`. */
    since: InstantOrNull;
    added_at: Instant;
    measured_at: InstantOrNull;
    next_fetch_at: Instant;
    /** Fetches that were started since the last one that ended. */
    attempts: Generated<number>;
  };
  peer_day: {
    peer_id: string;
    day: string;
    followers: number;
    follows: number | null;
    media_count: number | null;
  };
  /** A peer's newest posts as measured on a day. */
  peer_post: {
    peer_id: string;
    day: string;
    media_id: string;
    published_at: Instant;
    /** Null: hidden. */
    likes: number | null;
    comments: number | null;
    /** Null: not reported. */
    views: number | null;
    product_type: string | null;
    permalink: string | null;
  };
}
