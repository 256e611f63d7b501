import type { MediaItem } from '@tidemark/contract';
import { captionOrTime } from '@tidemark/presentation';
import { viewerTimeZone } from './time-zone.ts';

/** Returns the caption, cut to 100 characters, or a story's time in the viewer's zone: 'Story, Wed 4:12 PM'. */
export function mediaName(item: Pick<MediaItem, 'caption' | 'mediaType' | 'timestamp'>): string {
  return captionOrTime(item, viewerTimeZone());
}
