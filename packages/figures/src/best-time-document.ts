import { type BestTime, bestTimeWeeks, minPostsForBestTime, onlineDays, type TimedFormat } from '@tidemark/contract';
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
  suggestionsSub: 'Hours that are better than the average, with their 80% interval',
  noSuggestions: (hasHours: boolean) =>
    hasHours ? 'None: the differences between hours are within what chance explains.' : 'None: this needs more posts.',
  caution:
    'A suggestion says what earlier posts suggest, not what causes it. It is wrong if your next posts at that time do no better than the others.',
  online: 'When followers are online',
  onlineSub: (online: BestTime['online'], zone: string) =>
    online
      ? `Average of ${online.days} ${plural(online.days, 'day')} of the last ${onlineDays}, as reported by Instagram; hours in ${zoneLabel(zone)}`
      : 'As reported by Instagram',
  noneOnline: 'Instagram reports no followers online',
  tooFew: (posts: number) => `Not enough posts yet (${posts} of ${minPostsForBestTime})`,
};

/** What the page says first, and on what that rests. */
export function bestTimeSentences({ posts, basis, hours, suggestions: [first] }: BestTime): [string, string] {
  if (!hours)
    return [
      `${bestTimeCopy.tooFew(posts)}.`,
      'Posts of the last 48 hours are left out: they still collect interactions.',
    ];
  if (!first)
    return [
      'No hour of the week is clearly better than another.',
      `${posts} posts were compared${basisLabel(basis)}. Publish when it suits you.`,
    ];
  return [
    `Posts on ${weekdayNames[first.weekday]}s at ${hourLabel(first.hour)} get about ${Math.round(first.percent)}% more interactions in 48 hours.`,
    `Compared with the average of ${posts} posts${basisLabel(basis)}. An 80% interval reaches from ${signedPercent(first.low)} to ${signedPercent(first.high)}.`,
  ];
}

/** What a suggestion rests on. */
export function suggestionBasis({ low, high, percent, posts, evidence }: BestTime['suggestions'][number]): string {
  return `${intervalLabel({ low, high, percent })}, from ${posts} ${plural(posts, 'post')} then and ${Math.max(0, Math.round(evidence) - posts)} at similar times`;
}

interface BestTimeFrame {
  account: string;
  format: TimedFormat | null;
  zone: string;
}

/** The page with the best time to post. */
export function toBestTimeDocument(data: BestTime, { account, format, zone }: BestTimeFrame): PageDocument {
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
    cards: [effect, suggested, followers],
  };
}
