import { chance, pick } from '../chance.ts';
import type { MediaItem } from '../media-item.ts';
import { englishCaptions, englishClosers } from './english.ts';
import { friends, hashtagsByTheme } from './hashtags.ts';
import { otherCaptions } from './other-languages.ts';

/** What its author wrote under it; stories and one post in thirty have nothing. */
export function captionOf(media: MediaItem): string | undefined {
  const { account, day, slot } = media;
  const dice = (channel: number) => chance(account.seed, day * 100 + slot, 400 + channel);
  if (media.kind === 'story' || dice(0) < 0.033) return undefined;
  const isEnglish = account.language === 'en' || dice(9) < 0.12;
  const lines =
    account.language === 'en' || isEnglish ? englishCaptions[account.theme] : otherCaptions[account.language];
  const closer = isEnglish ? pick(englishClosers, dice(2)) : '';
  const withFriends = collaboratorsOf(media).map(({ username }) => `@${username}`);
  const mention =
    withFriends.length > 0
      ? `With ${withFriends.join(' and ')}`
      : dice(3) < 0.12
        ? `📷 @${pick(friends, dice(4)).username}`
        : '';
  const tags = hashtagsOf(media, Math.floor(dice(5) * 6));
  return [[pick(lines, dice(1)), closer].filter(Boolean).join(' '), mention, tags].filter(Boolean).join('\n\n');
}

function hashtagsOf({ account, day, slot }: MediaItem, count: number): string {
  const all = hashtagsByTheme[account.theme];
  const start = Math.floor(chance(account.seed, day * 100 + slot, 420) * all.length);
  const chosen = Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[(start + index * 2) % all.length] ?? '',
  );
  return [...new Set(chosen)].map((tag) => `#${tag}`).join(' ');
}

export function collaboratorsOf({ account, day, slot, kind }: MediaItem): readonly { id: string; username: string }[] {
  const dice = (channel: number) => chance(account.seed, day * 100 + slot, 440 + channel);
  if (kind === 'story' || dice(0) >= 0.12) return [];
  const first = pick(friends, dice(1));
  const second = pick(friends, dice(2));
  return dice(3) < 0.2 && second !== first ? [first, second] : [first];
}
