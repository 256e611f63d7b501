import { type Peer, type PeerComparison, type PublicFigures, rankedFigures } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import type { Column, Value } from '../../../platform/files/table.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { shareAmongTables } from './shared-tables.ts';

type Row = Record<string, Value>;

/** Returns the tables for the peers page. The account itself comes first. */
export function peerTables(deps: ExportDeps, { viewer, scope, accounts, peerIds }: ExportRequest) {
  const { load, toTable } = shareAmongTables(async () => {
    const [accountId = ''] = scope.accountIds;
    const { userId } = viewer;
    const { now, today } = deps;
    const comparison = await deps.load((db) => deps.loadPeers(db, scope, { userId, accountId, today, now }));
    const known = new Set(comparison.peers.map(({ id }) => id));
    if (peerIds?.some((id) => !known.has(id))) throw new ApiError('peer_not_listed');
    return comparison;
  });

  function* listExported({ accountId, own, peers }: PeerComparison): Generator<{ head: Row; figures: PublicFigures }> {
    const account = accounts.find((one) => one.accountId === accountId);
    const head = { account: account?.username ?? null, peer_id: null, is_own: true, state: null };
    yield { head, figures: own };
    for (const peer of peers)
      if (!peerIds || peerIds.includes(peer.id)) yield { head: toHead(peer), figures: peer.figures };
  }

  function* toFigures(comparison: PeerComparison): Generator<Row> {
    for (const { head, figures } of listExported(comparison))
      for (const cells of listFigures(figures)) yield { ...head, ...cells };
  }

  function* toDays(comparison: PeerComparison): Generator<Row> {
    for (const { head, figures } of listExported(comparison))
      for (const { day, followers } of figures.history) yield { ...head, day, followers };
  }

  return {
    /** Throws if a peer doesn't belong to the user. */
    check: load,
    figures: () => toTable({ name: 'peers', title: 'Public data', columns: figureColumns }, toFigures),
    days: () => toTable({ name: 'peer-days', title: 'Followers by day', columns: dayColumns }, toDays),
    ranks: () => toTable({ name: 'peer-ranks', title: 'Place among peers', columns: rankColumns }, toRanks),
  };
}

const accountColumns: readonly Column[] = [{ name: 'account' }, { name: 'peer_id' }, { name: 'is_own' }];
const figureColumns: readonly Column[] = [
  ...accountColumns,
  { name: 'state' },
  { name: 'since', kind: 'instant' },
  { name: 'measured_at', kind: 'instant' },
  { name: 'figure' },
  { name: 'unit' },
  { name: 'value' },
  { name: 'missing' },
];
const dayColumns: readonly Column[] = [...accountColumns, { name: 'day', kind: 'day' }, { name: 'followers' }];
const rankColumns: readonly Column[] = [{ name: 'figure' }, { name: 'percentile' }, { name: 'ranked_peers' }];

function toHead({ id, username, state, since, measuredAt }: Peer): Row {
  return { account: username, peer_id: id, is_own: false, state, since, measured_at: measuredAt };
}

function listFigures(figures: PublicFigures): Row[] {
  const { postsPerWeek, likesPerPost, commentsPerPost, viewsPerPost, engagementPerFollower } = figures;
  return [
    { figure: 'followers', unit: 'followers', value: figures.followers },
    { figure: 'follows', unit: 'accounts', value: figures.follows },
    { figure: 'posts', unit: 'posts', value: figures.posts },
    ...figures.growth.flatMap(({ days, change, percent, missing }) => [
      { figure: `growth_${days}_days`, unit: 'followers', value: change, missing },
      { figure: `growth_${days}_days`, unit: 'percent', value: percent, missing },
    ]),
    { figure: 'posts_per_week', unit: 'posts', ...postsPerWeek },
    { figure: 'likes_per_post', unit: 'likes', ...likesPerPost },
    { figure: 'comments_per_post', unit: 'comments', ...commentsPerPost },
    { figure: 'views_per_post', unit: 'views', ...viewsPerPost },
    { figure: 'engagement_per_follower', unit: 'percent', ...engagementPerFollower },
    { figure: 'compared_posts', unit: 'posts', value: figures.countedPosts },
    { figure: 'posts_with_hidden_likes', unit: 'posts', value: figures.hiddenLikes },
  ];
}

const rankNames: Record<(typeof rankedFigures)[number], string> = {
  followers: 'followers',
  growth: 'growth_30_days',
  postsPerWeek: 'posts_per_week',
  likesPerPost: 'likes_per_post',
  commentsPerPost: 'comments_per_post',
  viewsPerPost: 'views_per_post',
  engagementPerFollower: 'engagement_per_follower',
};

function* toRanks({ ranks }: PeerComparison): Generator<Row> {
  for (const figure of rankedFigures)
    yield {
      figure: rankNames[figure],
      percentile: ranks[figure]?.percentile ?? null,
      ranked_peers: ranks[figure]?.peers ?? null,
    };
}
