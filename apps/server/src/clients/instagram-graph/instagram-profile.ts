import { z } from 'zod';

/** What to ask of an Instagram account, wherever it is read: by itself, or behind its page. */
export const profileFields = 'id,username,name,profile_picture_url,followers_count,follows_count,media_count';

export const ProfileNode = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().optional(),
  profile_picture_url: z.string().optional(),
  followers_count: z.number().optional(),
  follows_count: z.number().optional(),
  media_count: z.number().optional(),
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
    username: node.username,
    name: node.name ?? null,
    picture: node.profile_picture_url ?? null,
    followersCount: node.followers_count ?? null,
    followsCount: node.follows_count ?? null,
    mediaCount: node.media_count ?? null,
  };
}
