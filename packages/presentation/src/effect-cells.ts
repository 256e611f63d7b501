import type { PublishingEffect, PublishingHour } from '@tidemark/contract';
import { plural } from './format.ts';
import { groupHours, type HoursPerCell, type WeekCell } from './week-cell.ts';
import { signedPercent, slotsLabel } from './week-labels.ts';

const steps = 5;
/** Effect that gets the strongest colour; a week with only small effects stays pale. */
const minScale = 40;

/** True if the interval lies on one side of the average. */
export const isClear = ({ low, high }: PublishingEffect) => low > 0 || high < 0;

export function toEffectCells(hours: readonly PublishingHour[], hoursPerCell: HoursPerCell = 1): WeekCell[] {
  const cells = hoursPerCell === 1 ? hours : groupHours(hours, hoursPerCell).map(combineHours);
  const largest = Math.max(minScale, ...cells.map(({ effect }) => Math.abs(effect?.percent ?? 0)));
  return cells.map(({ posts, evidence, effect }, index) => {
    const hour = index * hoursPerCell;
    const slot = slotsLabel(Math.floor(hour / 24), hour % 24, hoursPerCell);
    const published = `${posts} ${plural(posts, 'post')} in ${hoursPerCell === 1 ? 'this hour' : 'these hours'}`;
    if (!effect) {
      const detail = `${slot}: too few posts ${hoursPerCell === 1 ? 'at this and similar times ' : ''}to tell (${published}).`;
      return { text: '', label: detail, detail, tone: 'none', step: 0 };
    }
    const basis =
      hoursPerCell === 1
        ? `${published}; the estimate rests on ${Math.round(evidence)} at this and similar times`
        : published;
    const detail = `${slot}: about ${signedPercent(effect.percent)} interactions compared with the average post, 80% interval ${intervalLabel(effect)}. ${basis}.`;
    const rounded = Math.round(effect.percent);
    return {
      text: rounded === 0 ? '0' : signedPercent(effect.percent).slice(0, -1),
      label: detail,
      detail,
      tone: rounded < 0 ? 'less' : 'more',
      step: rounded === 0 ? 0 : Math.max(1, Math.ceil((Math.abs(effect.percent) / largest) * steps)),
      isStrong: isClear(effect),
    };
  });
}

/**
 * Combines hours by their posts: an hour without posts says nothing about the others. Neighbouring hours share evidence,
 * so the interval is as wide as theirs.
 */
function combineHours(hours: readonly PublishingHour[]): PublishingHour {
  const posts = sum(hours.map((hour) => hour.posts));
  const evidence = Math.max(...hours.map((hour) => hour.evidence));
  const known = hours.flatMap((hour) => (hour.effect && hour.posts > 0 ? [{ ...hour.effect, posts: hour.posts }] : []));
  const weight = sum(known.map((hour) => hour.posts));
  if (weight === 0) return { posts, evidence, effect: null };
  const toMean = (key: keyof PublishingEffect) => sum(known.map((hour) => hour[key] * hour.posts)) / weight;
  return { posts, evidence, effect: { percent: toMean('percent'), low: toMean('low'), high: toMean('high') } };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** `−4% to +21%` */
export function intervalLabel({ low, high }: PublishingEffect): string {
  return `${signedPercent(low)} to ${signedPercent(high)}`;
}
