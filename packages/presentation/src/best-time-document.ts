import {
  type BestTime,
  bestTimeWeeks,
  minPostsForBestTime,
  onlineDays,
  type PostSeries,
  type TimedFormat,
} from '@tidemark/contract';
import { intervalLabel, toEffectCells } from './effect-cells.ts';
import { plural } from './format.ts';
import { toOnlineCells } from './online-cells.ts';
import type { DocumentCard, PageDocument } from './page-document.ts';
import { basisLabel, hourLabel, signedPercent, slotLabel, weekdayNames, zoneLabel } from './week-labels.ts';

export const timedFormatLabels: Record<TimedFormat | 'all', string> = {
  all: 'All formats',
  reel: 'Reels',
  carousel: 'Carousels',
  static: 'Static posts',
};

export const bestTimeCopy = {
  title: 'Best time to post',
  effect: 'Effect of the publishing time',
  effectSub: (zone: string) =>
    `Interactions in 48 hours compared with the average post, in percent; hours in ${zoneLabel(zone)}`,
  suggestions: 'Suggestions',
  suggestionsSub: 'Hours clearly above average, with their 80% interval',
  noSuggestions: (hasHours: boolean) => (hasHours ? 'Nothing certain yet.' : 'Needs more posts.'),
  caution: 'Based on earlier posts. Drop a suggestion if your next posts at that time do no better than others.',
  online: 'When followers are online',
  onlineSub: (online: BestTime['online'], zone: string) =>
    online
      ? `Average of ${online.days < onlineDays ? `${online.days} of ` : ''}the last ${onlineDays} days, as reported by Instagram; hours in ${zoneLabel(zone)}`
      : 'As reported by Instagram',
  noneOnline: 'Instagram reports no followers online',
  tooFew: (posts: number) => `Not enough posts yet (${posts} of ${minPostsForBestTime})`,
};

/** Returns the page's first sentence, and its basis. */
export function bestTimeSentences(data: BestTime): [string, string] {
  const [first, basis] = toAnswer(data);
  return [first, [basis, ...data.series.map(seriesText)].join(' ')];
}

function toAnswer({ answer, posts, basis, hours, suggestions: [suggestion] }: BestTime): [string, string] {
  const compared = `Based on ${posts} posts${basisLabel(basis)}`;
  const when = answer && `${weekdayNames[answer.weekday]}s at ${hourLabel(answer.hour)}`;
  const unknown = hours
    ? `No hour of the week stands out. ${compared}.`
    : `${bestTimeCopy.tooFew(posts)}. Posts of the last 48 hours are excluded: they still collect interactions.`;
  switch (answer?.level) {
    case 'clear':
      return [
        `Posts on ${when} get about ${Math.round(suggestion?.percent ?? 0)}% more interactions in 48 hours.`,
        `Compared with the average of ${posts} posts${basisLabel(basis)}. 80% interval: ${signedPercent(suggestion?.low ?? 0)} to ${signedPercent(suggestion?.high ?? 0)}.`,
      ];
    case 'leaning':
      return [
        `Posts on ${when} did best, but it may be chance.`,
        `${compared}. Try this hour, or publish when it suits you.`,
      ];
    case 'followers_online':
      return [`Most of your followers are online on ${when}.`, unknown];
    default:
      return hours
        ? ['No hour of the week stands out.', `${compared}. Publish when it suits you.`]
        : [
            `${bestTimeCopy.tooFew(posts)}.`,
            'Posts of the last 48 hours are excluded: they still collect interactions.',
          ];
  }
}

function seriesText({ name, weekday, hour, posts }: PostSeries): string {
  return `Excluded: ${posts} posts with ${name}, nearly all on ${weekdayNames[weekday]}s around ${hourLabel(hour)}. They show the series’ effect, not the hour’s.`;
}

/** Returns the evidence behind a suggestion. */
export function suggestionBasis({ low, high, percent, posts, evidence }: BestTime['suggestions'][number]): string {
  return `${intervalLabel({ low, high, percent })}, from ${posts} ${plural(posts, 'post')} then and ${Math.max(0, Math.round(evidence) - posts)} at similar times`;
}

interface BestTimeFrame {
  account: string;
  format: TimedFormat | null;
  zone: string;
  /** False for a network that does not know when followers are online. */
  hasOnline: boolean;
}

/** Returns the best-time page as a document. */
export function toBestTimeDocument(data: BestTime, { account, format, zone, hasOnline }: BestTimeFrame): PageDocument {
  const { hours, suggestions, online, posts } = data;
  const effect: DocumentCard = {
    kind: 'week',
    title: bestTimeCopy.effect,
    sub: { text: bestTimeCopy.effectSub(zone) },
    empty: hours ? null : bestTimeCopy.tooFew(posts),
    cells: hours ? toEffectCells(hours) : [],
  };
  const suggested: DocumentCard = {
    kind: 'table',
    title: bestTimeCopy.suggestions,
    sub: { text: bestTimeCopy.suggestionsSub },
    empty: suggestions.length > 0 ? null : bestTimeCopy.noSuggestions(hours !== null),
    columns: [
      { label: 'Hour', share: 0.3 },
      { label: 'Effect', share: 0.12, align: 'end' },
      { label: 'Evidence', share: 0.58 },
    ],
    rows: suggestions.map((one) => [
      { text: slotLabel(one.weekday, one.hour) },
      { text: signedPercent(one.percent) },
      { text: suggestionBasis(one) },
    ]),
  };
  const followers: DocumentCard = {
    kind: 'week',
    title: bestTimeCopy.online,
    sub: { text: bestTimeCopy.onlineSub(online, zone) },
    empty: online ? null : bestTimeCopy.noneOnline,
    cells: online ? toOnlineCells(online.followers) : [],
  };
  return {
    title: bestTimeCopy.title,
    eyebrow: `${account} · Last ${bestTimeWeeks} weeks · ${timedFormatLabels[format ?? 'all']}`,
    sentences: [
      ...bestTimeSentences(data).map((text) => ({ text })),
      ...(suggestions.length > 0 ? [{ text: bestTimeCopy.caution }] : []),
    ],
    cards: [effect, suggested, ...(hasOnline ? [followers] : [])],
  };
}
