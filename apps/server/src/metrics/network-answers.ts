import type { AccountType } from '@tidemark/contract';
import type { BlueskyField, MetricRow } from './metric-row.ts';
import { networkNames } from './network-metrics.ts';

/** A call that the sync makes, and its documentation. */
interface NetworkCall {
  path: string;
  url: string;
}

/** The call that has a field, and the field's meaning in our words. */
interface NetworkField {
  call: 'account' | 'posts';
  text: string;
}

/** Where a network's stored answers have its numbers, for networks that report each as a field. */
export interface NetworkAnswers {
  /** The network's name, as readers know it. */
  name: string;
  /** Has the account's own numbers as fields; `step` is the part of the sync that makes it. */
  account: NetworkCall & { step: string };
  /** Lists posts: `entry` leads to a post in an item of `list`, and the post's `address` ends with its ID. */
  posts: NetworkCall & {
    list: string;
    entry: string;
    address: string;
    /** An item with this field is another account's post, or a repetition. */
    skipped: string;
  };
  fields: Readonly<Record<string, NetworkField>>;
  /** Lists the fields that add up to a metric; none if the network does not count it. */
  listFields(row: MetricRow): readonly string[];
}

const documentation = 'https://docs.bsky.app/docs/api';

/** By type of account; Instagram's answers have tables and breakdowns instead. */
export const networkAnswers: Partial<Record<AccountType, NetworkAnswers>> = {
  bluesky_account: {
    name: networkNames.bluesky_account,
    account: {
      path: 'app.bsky.actor.getProfile',
      url: `${documentation}/app-bsky-actor-get-profile`,
      step: 'account_details',
    },
    posts: {
      path: 'app.bsky.feed.getAuthorFeed',
      url: `${documentation}/app-bsky-feed-get-author-feed`,
      list: 'feed',
      entry: 'post',
      address: 'uri',
      skipped: 'reason',
    },
    fields: {
      followersCount: { call: 'account', text: 'Accounts that follow the account at the time of the call.' },
      likeCount: { call: 'posts', text: 'Likes of the post.' },
      replyCount: { call: 'posts', text: 'Replies to the post.' },
      repostCount: { call: 'posts', text: 'Reposts of the post.' },
      quoteCount: { call: 'posts', text: 'Posts that quote the post.' },
    } satisfies Record<BlueskyField, NetworkField>,
    listFields: ({ bluesky = [] }) => bluesky,
  },
};
