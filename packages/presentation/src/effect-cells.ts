import type { PublishingEffect, PublishingHour } from '@tidemark/contract';
import { plural } from './format.ts';
import { signedPercent, slotLabel } from './week-labels.ts';
import type { WeekCell } from './week-cell.ts';

const steps = 5;
/** Effect that gets the strongest colour; a week with only small effects stays pale. */
const minScale = 40;

/** True if the interval lies on one side of the average. */
export const isClear = ({ low, high }: PublishingEffect) => low > 0 || high < 0;

export function toEffectCells(hours: readonly PublishingHour[]): WeekCell[] {
  const largest = Math.max(minScale, ...hours.map(({ effect }) => Math.abs(effect?.percent ?? 0)));
  return hours.map(({ posts, evidence, effect }, index) => {
    const slot = slotLabel(Math.floor(index / 24), index % 24);
    const published = `${posts} ${plural(posts, 'post')} in this hour`;
    if (!effect) {
      const detail = `${slot}: too few posts at this and similar times to tell (${published}).`;
      return { text: '', label: detail, detail, tone: 'none', step: 0 };
    }
    const basis = `${published}; the estimate rests on ${Math.round(evidence)} at this and similar times`;
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

/** `−4% to +21%` */
export function intervalLabel({ low, high }: PublishingEffect): string {
  return `${signedPercent(low)} to ${signedPercent(high)}`;
}
