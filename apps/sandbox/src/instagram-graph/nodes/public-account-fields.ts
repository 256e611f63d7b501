import type { AccountProfile } from '../../world/account-profile.ts';
import { hostileName } from '../../world/captions/hostile.ts';
import type { Scope } from './node-kind.ts';

type Read = (account: AccountProfile, scope: Scope) => unknown;

/** developers.facebook.com, IG User: the fields marked public, without the IDs. */
export const publicAccountFields = {
  username: ({ username }) => username,
  name: ({ name }, { strike }) => (strike('hostile-texts') ? hostileName : name || undefined),
  biography: ({ biography }, { strike }) => (strike('hostile-texts') ? hostileName : biography || undefined),
  website: ({ website }) => website || undefined,
  profile_picture_url: (account, { links, now }) => links.sign(`/avatars/${account.id}.jpg`, now),
  followers_count: (account, { world, now }) => world.getTimeline(account).followersAt(now),
  follows_count: ({ seed }) => 80 + (seed % 640),
  media_count: (account, { world, now }) => world.getTimeline(account).feedAt(now).length,
} satisfies Record<string, Read>;
