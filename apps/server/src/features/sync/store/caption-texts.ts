import { toSearchText } from '@tidemark/contract';

/**
 * Version of these rules. Raise it when they change, in a migration that also renews the index
 * `media_caption_outdated`: stored posts are then derived again.
 */
export const captionVersion = 1;

/** Derives the texts stored with a caption to find, count and compare posts. */
export function toCaptionTexts(caption: string) {
  return {
    hashtags: listHashtags(caption),
    mentions: listMentions(caption),
    search_text: toSearchText(caption),
    caption_version: captionVersion,
  };
}

// Instagram also links tags that follow each other directly, as is usual in Japanese and Chinese, but none within a
// word or an HTML entity. Joiners belong to words in Persian and Indian scripts.
const name = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[\u200c\u200d](?=[\p{L}\p{M}]))*`;
const hashtagRun = new RegExp(String.raw`(?=[#＃])(?<!\p{L}\p{M}*|[\p{N}_&])(?:[#＃]${name})+`, 'gu');

function listHashtags(caption: string): string[] {
  const names = [...caption.matchAll(hashtagRun)].flatMap(([run]) => run.split(/[#＃]/));
  // A number alone is none.
  return toDistinct(
    names.filter((text) => /\p{L}/u.test(text)),
    '#',
  );
}

const mentionRun = /(?=@)(?<!\p{L}\p{M}*|[\p{N}_.])(?:@[A-Za-z0-9_](?:[A-Za-z0-9_.]*[A-Za-z0-9_])?)+/gu;

function listMentions(caption: string): string[] {
  const names = [...caption.matchAll(mentionRun)].flatMap(([run]) => run.split('@'));
  return toDistinct(names.filter(Boolean), '@');
}

/** Returns names with the marker, in composed letters, case-insensitively distinct, in order. */
function toDistinct(names: readonly string[], marker: '#' | '@'): string[] {
  const found = new Map<string, string>();
  for (const text of names) {
    const key = toSearchText(text);
    if (!found.has(key)) found.set(key, marker + text.normalize('NFC'));
  }
  return [...found.values()];
}
