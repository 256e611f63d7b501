import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  AccountId,
  comparePeers,
  type FollowerGrowth,
  type MissingPublicFigure,
  type Peer,
  type PublicFigures,
} from '@tidemark/contract';
import { z } from 'zod';
import { pageInput, toPage } from '../paging.ts';
import { quotationNotice, quote } from '../quoted.ts';
import { annotations, type ToolDeps } from '../tool-deps.ts';

const perPage = 5;

const units = {
  followers: 'followers',
  posts: 'posts in total',
  growth: 'change in followers, and percent of those at its beginning',
  postsPerWeek: 'posts per week',
  likesPerPost: 'likes (median)',
  commentsPerPost: 'comments (median)',
  viewsPerPost: 'views, including advertising (median)',
  engagementPerFollower: 'percent of followers',
  percentile: 'percent of peers below the own account',
};

const missingTexts: Record<MissingPublicFigure, string> = {
  history_too_short: 'Measurements began later: they start on the day a peer is added.',
  day_missing: 'There is no measurement near the first day.',
  too_few_posts: 'Fewer than three posts are at least two days old.',
  likes_hidden: 'The owner hides the likes of most posts.',
  not_reported: 'Instagram does not report the views of these posts.',
};

const notShown = [
  'Reach, saves, shares and stories: Instagram shows them to owners only.',
  'Whether likes and comments come from advertising.',
  'Hidden likes: those posts are excluded, not counted as zero.',
  'Anything from before a peer was added.',
];

/** Registers tools for public data about an account and its peers. */
export function registerPeerTools(server: McpServer, { call, dayZone, answer }: ToolDeps): void {
  server.registerTool(
    'compare_peers',
    {
      title: 'Compare with peers',
      description:
        'Compares an account with its peers, other public accounts that the user has chosen: followers and growth, posts per week, public engagement, and percentiles. Public data only, which differs from those of the other tools.',
      inputSchema: z.strictObject({
        accountId: AccountId.describe('The own account, from list_accounts.'),
        ...pageInput,
      }),
      annotations,
    },
    ({ accountId, page }) =>
      answer(async () => {
        const { own, peers, ranks, limit } = await call(comparePeers, { body: { accountId } });
        const { items, paging } = toPage(peers, page, perPage);
        return {
          own: { accountId, ...toFigures(own) },
          peers: items.map(toPeer),
          percentiles: ranks,
          units,
          period: {
            asOf: 'measuredAt, once a day; the own account at its last sync',
            growthDays: [7, 30, 90],
            postsPerWeekDays: 28,
            timeZone: dayZone,
          },
          exact: true,
          method:
            'Own account and peers by the same formulas from public data. Likes, comments and views: medians of the newest 25 posts that are at least two days old. engagementPerFollower: median of likes + comments of a post / followers × 100. percentiles: growth is that of 30 days; a tie counts half; null with fewer than three peers that have a value.',
          ...explainMissing([own, ...items.map(({ figures }) => figures)]),
          ...(limit === 0 && { paused: 'The plan doesn’t include peers: they are no longer measured.' }),
          notShown,
          paging,
          notice: quotationNotice,
        };
      }),
  );
}

function toPeer({ username, name, state, measuredAt, figures }: Peer) {
  return { username, quoted: { name: quote(name ?? '', 60) }, state, measuredAt, ...toFigures(figures) };
}

/** Returns the values, and the reasons for null values. */
function toFigures({ followers, posts, growth, countedPosts, hiddenLikes, ...rest }: PublicFigures) {
  const { postsPerWeek, likesPerPost, commentsPerPost, viewsPerPost, engagementPerFollower } = rest;
  const medians = { postsPerWeek, likesPerPost, commentsPerPost, viewsPerPost, engagementPerFollower };
  const values = Object.entries(medians).map(([name, { value }]) => [name, value]);
  const missing = Object.entries(medians).flatMap(([name, one]) => (one.missing ? [[name, one.missing]] : []));
  return {
    followers,
    posts,
    growth: Object.fromEntries(growth.map((one) => [one.days, toGrowth(one)])),
    ...Object.fromEntries(values),
    countedPosts,
    hiddenLikes,
    ...(missing.length > 0 && { missing: Object.fromEntries(missing) }),
  };
}

function toGrowth({ change, percent, missing }: FollowerGrowth) {
  return missing ? { missing } : { change, percent };
}

/** Explains each reason once, however many values it applies to. */
function explainMissing(all: readonly PublicFigures[]): { missingReasons?: Record<string, string> } {
  const found = new Set(
    all
      .flatMap(({ growth, likesPerPost, commentsPerPost, viewsPerPost, engagementPerFollower, postsPerWeek }) => [
        ...growth,
        likesPerPost,
        commentsPerPost,
        viewsPerPost,
        engagementPerFollower,
        postsPerWeek,
      ])
      .flatMap(({ missing }) => missing ?? []),
  );
  if (found.size === 0) return {};
  return { missingReasons: Object.fromEntries([...found].map((reason) => [reason, missingTexts[reason]])) };
}
