/**
 * One colour per meaning, the same in every chart; `theme.css` has the values. Accounts have colours of their own, and
 * the highlight colour marks a peak or a selection, never a category.
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

/** Whatever belongs to none of the named categories. */
export const otherColor = 'var(--other)';
