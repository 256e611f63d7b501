import { z } from 'zod';
import { Count } from './insight-reply.ts';

/** An Instagram account's fields, whether fetched directly or through its page. */
export const profileFields = 'id,username,name,profile_picture_url,followers_count,follows_count,media_count';

// Fields may be absent, and a malformed one must not cost the others.
const text = z.string().optional().catch(undefined);
const count = Count.optional().catch(undefined);

export const ProfileNode = z.object({
  id: z.string(),
  username: text,
  name: text,
  profile_picture_url: text,
  followers_count: count,
  follows_count: count,
  media_count: count,
});

export interface InstagramProfile {
  id: string;
  username: string;
  name: string | null;
  picture: string | null;
  followersCount: number | null;
  followsCount: number | null;
  mediaCount: number | null;
}

export function toInstagramProfile(node: z.infer<typeof ProfileNode>): InstagramProfile {
  return {
    id: node.id,
    username: node.username ?? node.name ?? node.id,
    name: node.name ?? null,
    picture: node.profile_picture_url ?? null,
    followersCount: node.followers_count ?? null,
    followsCount: node.follows_count ?? null,
    mediaCount: node.media_count ?? null,
  };
}
