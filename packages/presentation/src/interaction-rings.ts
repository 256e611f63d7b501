import type { MeasuredMedia } from '@tidemark/contract';
import { interactionColors } from './colors.ts';
import { captionOrTime } from './post-name.ts';

export interface RingPart {
  key: string;
  label: string;
  value: number;
}

export interface Ring {
  key: string;
  label: string;
  color: string;
  radii: readonly [inner: number, outer: number];
  parts: readonly RingPart[];
}

const maxParts = 12;

const kinds = [
  { key: 'likes', label: 'Likes', color: interactionColors.likes, radii: [120, 130] },
  { key: 'comments', label: 'Comments', color: interactionColors.comments, radii: [100, 110] },
  { key: 'saved', label: 'Saves', color: interactionColors.saves, radii: [80, 90] },
  { key: 'shares', label: 'Shares', color: interactionColors.shares, radii: [60, 70] },
] as const;

/** Returns one ring per interaction type, divided by post: the top posts individually, the rest combined. */
export function toInteractionRings(media: readonly MeasuredMedia[], timeZone: string): Ring[] {
  const single = media.slice(0, media.length > maxParts ? maxParts - 1 : maxParts);
  const rest = media.slice(single.length);
  return kinds.map(({ key, label, color, radii }) => {
    const valueOf = (one: MeasuredMedia) => Math.max(0, one[key] ?? 0);
    const parts: RingPart[] = single.map((one) => ({
      key: one.mediaId,
      label: captionOrTime(one, timeZone),
      value: valueOf(one),
    }));
    if (rest.length > 0)
      parts.push({
        key: 'rest',
        label: `${rest.length} other posts`,
        value: rest.reduce((sum, one) => sum + valueOf(one), 0),
      });
    return { key, label, color, radii, parts };
  });
}

export function ringTotal({ parts }: Ring): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}
