import type { MediaItem, PostFormat } from '@tidemark/contract';
import { gridNumber } from './format.ts';
import { firstLine, shortCaption } from './short-caption.ts';
import { postFormatNames } from './top-posts.ts';

interface NamedPost {
  caption: string;
  format: PostFormat;
  publishedAt: string;
}

/** Lets a caption end at a word, not with the rest of one or with punctuation. */
const cutWord = /[\s\p{P}]*\s\S*…$/u;

/** Returns the start of a caption's first line, in whole words. */
export function captionStart(caption: string, maxCharacters: number): string {
  return firstLine(caption.trim(), maxCharacters).replace(cutWord, '…');
}

/** Names a post by its caption's first line, or by its format and day. */
export function postName({ caption, format, publishedAt }: NamedPost, timeZone: string, maxCharacters = 60): string {
  if (format === 'STORY' && caption.trim() === '') return storyName(publishedAt, timeZone);
  return captionStart(caption, maxCharacters) || `${postFormatNames[format]}, ${toDay(publishedAt, timeZone)}`;
}

/** Returns a caption as `shortCaption` does; names a story, which has none, by its time. */
export function captionOrTime(
  { caption, mediaType, timestamp }: Pick<MediaItem, 'caption' | 'mediaType' | 'timestamp'>,
  timeZone: string,
): string {
  return mediaType === 'story' && caption.trim() === '' ? storyName(timestamp, timeZone) : shortCaption(caption);
}

/** Formats 'Story, Wed 4:12 PM'. */
function storyName(publishedAt: string, timeZone: string): string {
  return `Story, ${storyTime(timeZone).format(new Date(publishedAt)).replaceAll(/\s/g, ' ')}`;
}

const storyTimes = new Map<string, Intl.DateTimeFormat>();

/** Keeps each zone's formatter: making one takes a browser longer than drawing the row that shows the name. */
function storyTime(timeZone: string): Intl.DateTimeFormat {
  const parts = { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone } as const;
  const format = storyTimes.get(timeZone) ?? new Intl.DateTimeFormat('en-US', parts);
  storyTimes.set(timeZone, format);
  return format;
}

function toDay(publishedAt: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(new Date(publishedAt));
}

/** Formats a ratio with two digits: '2.1×', '14×', '0.45×'. */
export function timesText(ratio: number): string {
  if (ratio >= 9.95) return `${gridNumber(ratio)}×`;
  return `${ratio.toFixed(ratio < 0.95 ? 2 : 1)}×`;
}
