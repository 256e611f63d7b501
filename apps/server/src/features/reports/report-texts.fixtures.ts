import type { ReportContent, ReportSection } from '@tidemark/contract';
import {
  ageShares,
  cityShares,
  compactNumber,
  countryShares,
  donutDimension,
  genderShares,
  gridNumber,
  headlineText,
  metricLabels,
  plural,
  shareText,
  slicesBy,
  takeTop,
  timesText,
  toActivityCells,
  toHighlightFigure,
  toReportSummary,
  wholeBehind,
  writeNumber,
} from '@tidemark/presentation';
import { toChangeText } from './pdf/marks.ts';

/** Lists every number that a document with this content must show, worded as on the screen. */
export function listExpectedTexts(content: ReportContent): string[] {
  return content.sections.flatMap((section) => toTexts(section, content));
}

function toNumbers(...number: Parameters<typeof writeNumber>): string[] {
  const { text, range } = writeNumber(...number);
  return range ? [text, range] : [text];
}

function toTexts(section: ReportSection, content: ReportContent): string[] {
  switch (section.kind) {
    case 'summary': {
      const { headline, figures, sentences } = toReportSummary(section, content);
      return [
        ...figures.flatMap(({ text, range, card }) => [text, ...(range ? [range] : []), toChangeText(card)]),
        // Longer ones are broken into lines.
        ...[headlineText(headline), ...sentences.map(({ text }) => text)].filter((text) => text.length < 80),
      ];
    }
    case 'metrics':
      return [...section.cards, { metric: 'post-activity' as const, card: section.published }].flatMap(
        ({ metric, card }) => [
          ...toNumbers(card.current, card.approx, metricLabels[metric].format),
          toChangeText(card),
        ],
      );
    case 'breakdowns':
      return section.metrics.flatMap(({ metric, breakdown }) => [
        ...toNumbers(breakdown.value, breakdown.approx, compactNumber),
        ...([donutDimension(metric), 'media_product_type'] as const).flatMap((dimension) => {
          const slices = slicesBy(dimension, breakdown);
          const whole = wholeBehind(slices, breakdown.value);
          return slices.flatMap(({ label, value }) => [
            label,
            shareText(value, whole),
            ...(metric === 'reach' ? [] : [compactNumber(value)]),
          ]);
        }),
      ]);
    case 'accounts':
      return section.accounts.flatMap(({ metrics }) =>
        Object.entries(metrics).flatMap(([metric, value]) => {
          const { format } = metricLabels[metric as keyof typeof metrics]; // its keys are metrics
          return [...toNumbers(value.current, value.approx, format), toChangeText(value)];
        }),
      );
    case 'posts':
      return section.posts.flatMap(({ views, reach, interactions, timesUsual = null }) => [
        `${views === null ? '—' : gridNumber(views)} ${plural(views ?? 0, 'view')}`,
        `${reach === null ? '—' : compactNumber(reach)} reached`,
        `${interactions === null ? '—' : compactNumber(interactions)} ${plural(interactions ?? 0, 'interaction')}`,
        ...(timesUsual === null ? [] : [`${timesText(timesUsual)} median`]),
      ]);
    case 'media':
      return [
        ...section.totals.map((total) => toHighlightFigure(total).text),
        ...section.media.flatMap(({ views, reach, interactions }) =>
          [views, reach, interactions].map((value) => (value === null ? '—' : compactNumber(value))),
        ),
      ];
    case 'activity':
      return [
        ...toActivityCells(section.posts, 'posts').map(({ text }) => text),
        ...toActivityCells(section.interactions, 'interactions').map(({ text }) => text),
        ...[section.hashtags, section.mentions, section.collabs].flatMap((names) =>
          names.map(({ percent }) => `${Math.round(percent)}%`),
        ),
      ].filter((text) => text !== '');
    case 'demographics': {
      const { demographics } = section;
      const shares = [
        ...genderShares(demographics),
        ...takeTop(countryShares(demographics)),
        ...cityShares(demographics),
      ];
      return [
        ...shares.map(({ percent }) => `${percent.toFixed(2)}%`),
        ...ageShares(demographics).map(({ percent }) => `${percent.toFixed(2)}%`),
      ];
    }
    case 'days':
      return section.metrics.map(({ metric }) => metricLabels[metric].title);
  }
}
