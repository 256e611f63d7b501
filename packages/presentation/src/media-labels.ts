import type { MediaItem, MediaType, ProfileAction, StoryMove } from '@tidemark/contract';
import { formatColors, otherColor } from './colors.ts';
import { compactNumber } from './format.ts';

export const mediaColors: Record<MediaType, string> = {
  reel: formatColors.reel,
  carousel: formatColors.carousel,
  image: formatColors.post,
  story: formatColors.story,
  video: otherColor,
};

export const actionLabels: Record<ProfileAction, string> = {
  profile_visits: 'Profile visits',
  bio_link: 'Bio link taps',
  link_clicks: 'Story link taps',
  direction: 'Directions',
  call: 'Calls',
  email: 'Emails',
  text: 'Texts',
  other: 'Other',
};

export const moveLabels: Record<StoryMove, string> = {
  tap_forward: 'Forward',
  tap_back: 'Back',
  swipe_forward: 'Next account',
  tap_exit: 'Exited',
};

// Keyed by name, not by type: a page that is open during an update may receive formats it does not know.
const labels: Record<string, string> = {
  reel: 'Reel',
  carousel: 'Carousel',
  story: 'Story',
  image: 'Static',
  video: 'Video',
} satisfies Record<MediaType, string>;

type Format = Pick<MediaItem, 'mediaType' | 'collaborators'>;

/** One of Reel, Video, Carousel, Story, Static, Other. */
export function formatLabel({ mediaType }: Pick<MediaItem, 'mediaType'>): string {
  return labels[mediaType] ?? 'Other';
}

/** 'Reel', or 'Reel · Collab' for a collaboration. */
export function formatText(media: Format): string {
  return media.collaborators.length > 0 ? `${formatLabel(media)} · Collab` : formatLabel(media);
}

/** Returns a dash, not zero, if Instagram does not report a number. */
export function countText(value: number | null): string {
  return value === null ? '–' : compactNumber(value);
}
