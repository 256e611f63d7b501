import {
  growthDays,
  minRankedPeers,
  type MissingPublicFigure,
  type PeerComparison,
  type PublicFigures,
  type PublicValue,
  rankedFigures,
} from '@tidemark/contract';
import { dayLabelsIn, gridNumber } from './format.ts';
import type { DocumentCard, DocumentCell, PageDocument } from './page-document.ts';
import { chartedAtFirst, toPeerLines } from './peer-lines.ts';
import { explainState, growthOf, peerFigureTitles, signedNumber, signedTenths } from './peer-copy.ts';
import { reportLook } from './report-lines.ts';

interface PeersFrame {
  /** The user's own account, by name. */
  account: string;
  /** Time zone for dates. */
  zone: string;
}

const perFigure = ['postsPerWeek', 'likesPerPost', 'commentsPerPost', 'viewsPerPost', 'engagementPerFollower'] as const;
const formats: Record<(typeof perFigure)[number], (value: number) => string> = {
  postsPerWeek: (value) => value.toFixed(1),
  likesPerPost: gridNumber,
  commentsPerPost: gridNumber,
  viewsPerPost: gridNumber,
  engagementPerFollower: (value) => `${value.toFixed(2)}%`,
};

/** Returns the peers page as a document. */
export function toPeersDocument({ own, peers, ranks }: PeerComparison, { account, zone }: PeersFrame): PageDocument {
  const toDay = dayLabelsIn(zone);
  const figures: DocumentCard = {
    kind: 'table',
    title: 'Public data',
    sub: {
      text: 'Measured daily, the same way for every account. Growth in followers; posts per week; likes, comments and views per post.',
    },
    columns: [
      { label: 'Account', share: 0.19 },
      { label: 'Followers', share: 0.09, align: 'end' },
      ...growthDays.map((days) => ({ label: `${days} days`, share: 0.09, align: 'end' as const })),
      ...['Per week', 'Likes', 'Comments', 'Views', 'Engagement'].map((label) => ({
        label,
        share: 0.09,
        align: 'end' as const,
      })),
    ],
    rows: [
      [{ text: account, note: 'Your account' }, ...listCells(own)],
      ...peers.map((peer) => [
        { text: peer.name ?? peer.username, note: explainState(peer, toDay) ?? `@${peer.username}` },
        ...listCells(peer.figures),
      ]),
    ],
  };
  const isRanked = rankedFigures.some((figure) => ranks[figure]);
  const places: DocumentCard = {
    kind: 'table',
    title: 'Where you stand',
    sub: { text: 'Percentage of peers you are ahead of; ties count half' },
    empty: isRanked ? null : `A rank needs at least ${minRankedPeers} peers.`,
    columns: [
      { label: 'Metric', share: 0.6 },
      { label: 'Peers below', share: 0.2, align: 'end' },
      { label: 'Peers with a value', share: 0.2, align: 'end' },
    ],
    rows: rankedFigures.map((figure) => {
      const rank = ranks[figure];
      return [
        { text: peerFigureTitles[figure] },
        { text: rank ? `${rank.percentile}%` : '—' },
        { text: rank ? String(rank.peers) : `fewer than ${minRankedPeers}` },
      ];
    }),
  };
  return {
    title: 'Peers',
    eyebrow: account,
    sentences: [{ text: 'How your account compares with others, based on public data.' }],
    cards: [figures, toFollowersCard({ own, peers }, account), places],
  };
}

/** Indexed by default, like the screen: this makes accounts of any size comparable. */
function toFollowersCard({ own, peers }: Pick<PeerComparison, 'own' | 'peers'>, account: string): DocumentCard {
  const charted = [
    { id: 'own', name: account, figures: own },
    ...peers.map(({ id, name, username, figures }) => ({ id, name: name ?? username, figures })),
  ].slice(0, chartedAtFirst);
  const lines = toPeerLines(
    charted.map((one, index) => ({ ...one, picture: null, ...reportLook(index) })),
    'indexed',
  );
  const limitNote = charted.length <= peers.length ? `; your account and the first ${charted.length - 1} peers` : '';
  const days = lines[0]?.series.length ?? 0;
  return {
    kind: 'indexed-lines',
    title: 'Followers over time',
    sub: { text: `Indexed: first common day = 100${limitNote}` },
    empty: days < 2 ? 'The chart starts on the second day.' : null,
    name: 'Followers by account, the first common day is 100',
    lines,
  };
}

function listCells(figures: PublicFigures): DocumentCell[] {
  return [
    { text: figures.followers === null ? '—' : gridNumber(figures.followers) },
    ...growthDays.map((days): DocumentCell => {
      const { change, percent, missing } = growthOf(figures, days);
      if (change === null) return toCell({ value: null, missing }, String);
      return { text: signedNumber(change), ...(percent !== null && { note: signedTenths(percent) }) };
    }),
    ...perFigure.map((figure) => toCell(figures[figure], formats[figure])),
  ];
}

const shortReasons: Record<MissingPublicFigure, string> = {
  history_too_short: 'too new',
  day_missing: 'day missing',
  too_few_posts: 'few posts',
  likes_hidden: 'likes hidden',
  not_reported: 'not reported',
};

function toCell({ value, missing }: PublicValue, format: (value: number) => string): DocumentCell {
  if (value !== null) return { text: format(value) };
  return { text: '—', ...(missing && { note: shortReasons[missing] }) };
}
