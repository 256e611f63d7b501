import { friends } from './captions/hashtags.ts';
import { chance, pick } from './chance.ts';
import type { MediaItem } from './media-item.ts';
import type { AccountProfile } from './account-profile.ts';
import type { World } from './world.ts';

type InviteStatus = 'Accepted' | 'Pending' | 'Declined';

export interface Collaborator {
  id: string;
  username: string;
  inviteStatus: InviteStatus;
}

/** Lists a post's invited collaborators, accepted or not. */
export function listCollaborators({ account, day, slot, kind }: MediaItem): Collaborator[] {
  const dice = (channel: number) => chance(account.seed, day * 100 + slot, 440 + channel);
  if (kind === 'story') return [];
  const invited = account.invites
    .filter(({ share }, index) => dice(10 + index) < share)
    .map(({ id, username }): Collaborator => ({ id, username, inviteStatus: 'Accepted' }));
  if (dice(0) >= 0.12) return invited;
  const candidates = friends.filter(({ id }) => id !== account.id);
  const first = pick(candidates, dice(1));
  const second = pick(candidates, dice(2));
  const chosen = dice(3) < 0.2 && second !== first ? [first, second] : [first];
  return [...invited, ...chosen.map((friend, index) => ({ ...friend, inviteStatus: inviteStatus(dice(5 + index)) }))];
}

function inviteStatus(dice: number): InviteStatus {
  if (dice < 0.72) return 'Accepted';
  return dice < 0.88 ? 'Pending' : 'Declined';
}

export function isAcceptedCollaborator(media: MediaItem, account: AccountProfile): boolean {
  return listCollaborators(media).some(({ id, inviteStatus: status }) => id === account.id && status === 'Accepted');
}

/** Lists other accounts' posts that an account has accepted to publish with them, newest first. */
export function listCollaborativeMedia(world: World, account: AccountProfile, now: number): MediaItem[] {
  return world.accounts
    .filter(({ invites }) => invites.some(({ id }) => id === account.id))
    .flatMap((author) => world.getTimeline(author).feedAt(now))
    .filter((media) => isAcceptedCollaborator(media, account))
    .toSorted((a, b) => b.publishedAt - a.publishedAt);
}
