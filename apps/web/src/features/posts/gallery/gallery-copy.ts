import {
  type GalleryMetric,
  galleryMetrics,
  type GalleryPost,
  type MediaType,
  postCatalogue,
  type PostFormat,
} from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { captionStart } from '@tidemark/presentation';

export { timesText } from '@tidemark/presentation';
import { capitalize, gridNumber, percent, plural } from '#web/platform/format.ts';

export const galleryMetricNames: Record<GalleryMetric, string> = mapNames(
  galleryMetrics,
  (metric) => postCatalogue[toPostMetric(metric)].label,
);

export function toPostMetric(metric: GalleryMetric) {
  if (metric === 'interactions') return 'total_interactions';
  return metric === 'engagementRate' ? 'engagement_rate' : metric;
}

/** Returns 'view' and 'views'. */
function toWords(metric: GalleryMetric): [string, string] {
  if (metric === 'reach') return ['person reached', 'people reached'];
  const many = galleryMetricNames[metric].toLowerCase();
  return [many.replace(/s$/, ''), many];
}

// Not those of post pages, whose code would be split, and the first screen would list one more file.
const formatNames: Record<MediaType, string> = {
  reel: 'reel',
  carousel: 'carousel',
  story: 'story',
  image: 'post',
  video: 'post',
};

export function formatName(mediaType: MediaType): string {
  return formatNames[mediaType];
}

/** Formats a value; a dash, not 0, if Instagram does not report it. */
export function valueText(metric: GalleryMetric, value: number | null): string {
  if (value === null) return '—';
  return metric === 'engagementRate' ? percent(value) : gridNumber(value);
}

/** Formats '28,064 views' or '4.3% engagement rate'. */
export function valueInWords(metric: GalleryMetric, value: number | null): string {
  if (metric === 'engagementRate') return `${valueText(metric, value)} engagement rate`;
  return `${valueText(metric, value)} ${plural(value ?? 0, ...toWords(metric))}`;
}

/** Formats '28,064 views', '18,112 reached' or '4.3% engagement', for tiles. */
export function shortValueInWords(metric: GalleryMetric, value: number | null): string {
  if (metric === 'engagementRate') return `${valueText(metric, value)} engagement`;
  return metric === 'reach' ? `${valueText(metric, value)} reached` : valueInWords(metric, value);
}

/** Returns the caption's first line, or what the post is if it has none. */
export function postTitle(
  { caption, mediaType }: Pick<GalleryPost, 'caption' | 'mediaType'>,
  maxCharacters = 80,
): string {
  return captionStart(caption, maxCharacters) || `${capitalize(formatName(mediaType))} without a caption`;
}

/** Explains what a post's ratio compares. */
export function usualText({ usual, mediaType }: GalleryPost, metric: GalleryMetric): string {
  if (!usual) return 'Too few posts for a median';
  const posts = usual.isOfFormat ? toPlural(formatName(mediaType)) : 'posts';
  return `Median of ${usual.posts} ${posts}: ${valueInWords(metric, usual.median)}`;
}

/** Formats the ends of a ratio's interval, '1.3 to 1.8', with two decimals near 1. */
export function intervalText({ low, high }: { low: number; high: number }): string {
  const decimals = low < 1.05 ? 2 : 1;
  return `${low.toFixed(decimals)} to ${high.toFixed(decimals)}`;
}

/** Returns 'Reels' for REEL. */
export function formatsLabel(format: PostFormat): string {
  return capitalize(toPlural(format.toLowerCase()));
}

export function toPlural(name: string): string {
  return name.replace(/y$/, 'ie') + 's';
}
