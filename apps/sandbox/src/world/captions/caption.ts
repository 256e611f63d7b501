import { chance, pick } from '../chance.ts';
import { listCollaborators } from '../collaborators.ts';
import type { MediaItem } from '../media-item.ts';
import { englishCaptions, englishClosers } from './english.ts';
import { friends, hashtagsByTheme } from './hashtags.ts';
import { otherCaptions } from './other-languages.ts';

/** Returns the post's caption; stories and one post in thirty have none. */
export function writeCaption(media: MediaItem): string | undefined {
  const { account, day, slot } = media;
  const dice = (channel: number) => chance(account.seed, day * 100 + slot, 400 + channel);
  if (media.kind === 'story' || dice(0) < 0.033) return undefined;
  const isEnglish = account.language === 'en' || dice(9) < 0.12;
  const lines =
    account.language === 'en' || isEnglish ? englishCaptions[account.theme] : otherCaptions[account.language];
  const closer = isEnglish ? pick(englishClosers, dice(2)) : '';
  const withFriends = listCollaborators(media).map(({ username }) => `@${username}`);
  const mention =
    withFriends.length > 0
      ? `With ${withFriends.join(' and ')}`
      : dice(3) < 0.12
        ? `📷 @${pick(friends, dice(4)).username}`
        : '';
  const tags = writeHashtags(media, Math.floor(dice(5) * 6));
  return [[pick(lines, dice(1)), closer].filter(Boolean).join(' '), mention, tags].filter(Boolean).join('\n\n');
}

function writeHashtags({ account, day, slot }: MediaItem, count: number): string {
  const all = hashtagsByTheme[account.theme];
  const start = Math.floor(chance(account.seed, day * 100 + slot, 420) * all.length);
  const chosen = Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[(start + index * 2) % all.length] ?? '',
  );
  return [...new Set(chosen)].map((tag) => `#${tag}`).join(' ');
}
