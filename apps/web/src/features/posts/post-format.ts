import type { PostRow } from '@tidemark/contract';
import { mediaName } from '#web/platform/media-name.ts';

export const postFormats = ['Post', 'Reel', 'Carousel', 'Story'] as const;
export type PostFormat = (typeof postFormats)[number];

export function toFormat({ isStory, isCarousel, productType }: PostRow): PostFormat {
  if (isStory || productType === 'STORY') return 'Story';
  if (isCarousel) return 'Carousel';
  return productType === 'REELS' ? 'Reel' : 'Post';
}

/** Returns a row's caption, or a story's time. */
export function rowName({ caption, timestamp, isStory }: PostRow): string {
  return mediaName({ caption, timestamp, mediaType: isStory ? 'story' : 'image' });
}

/** Trims names, drops empty ones, puts one mark in front, and deduplicates ignoring case. */
export function marked(mark: '#' | '@', names: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const name of names) {
    const bare = name.trim().replace(/^[@#]+/, '');
    if (bare !== '' && !seen.has(bare.toLowerCase())) seen.set(bare.toLowerCase(), mark + bare);
  }
  return [...seen.values()];
}

/** Returns the score in percent of the page's maximum, at least 5. */
export function viralityBarWidth(score: number, max: number): number {
  return Math.max(5, Math.min(100, max > 0 ? (score / max) * 100 : 0));
}

/** Returns only http(s) URLs, which may become links or images. */
export function webAddress(address: string | null): string | null {
  return address && /^(https?:\/\/|\/(?!\/))/.test(address) ? address : null;
}

/** Returns green from zero, amber down to -1 %, red below: a correction by Instagram can make the rate negative. */
export function rateTone(rate: number): 'good' | 'fair' | 'poor' {
  if (rate >= 0) return 'good';
  return rate >= -1 ? 'fair' : 'poor';
}
