/**
 * One colour per meaning, the same in every chart; `theme.css` has the values. Account colours are separate, and the
 * highlight colour marks a peak or a selection, never a category.
 */
export const formatColors = {
  reel: 'var(--reel)',
  carousel: 'var(--carousel)',
  post: 'var(--post)',
  story: 'var(--story)',
} as const;

export const interactionColors = {
  likes: 'var(--likes)',
  comments: 'var(--comments)',
  saves: 'var(--saves)',
  shares: 'var(--shares)',
} as const;

export const audienceColors = { followers: 'var(--followers)', nonFollowers: 'var(--non-followers)' } as const;

export const genderColors = { female: 'var(--female)', male: 'var(--male)' } as const;

/** Everything outside the named categories. */
export const otherColor = 'var(--other)';

/** Mixes two colours, both as `#rgb` or `#rrggbb`; `share` is the first one's part. */
export function mixColors(one: string, other: string, share: number): string {
  const [first, second] = [toChannels(one), toChannels(other)];
  const mixed = first.map((channel, place) => Math.round(channel * share + (second[place] ?? 0) * (1 - share)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function toChannels(color: string): number[] {
  const hex = color.length === 4 ? color.replaceAll(/[\da-f]/gi, '$&$&') : color;
  return [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16));
}
