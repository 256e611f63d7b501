import type { MediaTotals } from '../../database/tables/sync.ts';

export type MediaGain = Record<(typeof gained)[number], number>;

const gained = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows'] as const;

/**
 * What a media gained since the last reading; gains may be negative, because Instagram revises its totals. A total
 * that Instagram does not give now is no loss, and one that it gives for the first time is a gain.
 */
export function gainOf(
  before: Pick<MediaTotals, keyof MediaGain> | null,
  now: Pick<MediaTotals, keyof MediaGain>,
): MediaGain {
  const gain = { reach: 0, views: 0, likes: 0, comments: 0, saved: 0, shares: 0, interactions: 0, follows: 0 };
  for (const name of gained) gain[name] = now[name] === null ? 0 : now[name] - (before?.[name] ?? 0);
  return gain;
}

export function hasGain(gain: MediaGain): boolean {
  return gained.some((name) => gain[name] !== 0);
}

/** Hashtags or mentions of a caption: marker in front, each once whatever its case, in their order. */
export function tagsIn(caption: string, marker: '#' | '@'): string[] {
  const pattern =
    marker === '#'
      ? /(?<![\p{L}\p{N}_&])#([\p{L}\p{M}\p{N}_]+)/gu
      : /(?<![\p{L}\p{N}_.])@([A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?)/gu;
  const found = new Map<string, string>();
  for (const [, name = ''] of caption.matchAll(pattern)) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), `${marker}${name}`);
  }
  return [...found.values()];
}
