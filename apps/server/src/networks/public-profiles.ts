import type { AccountToken } from './account-logins.ts';

export interface PublicPost {
  id: string;
  publishedAt: Date;
  /** Null: hidden. */
  likes: number | null;
  comments: number | null;
  /** Null: not reported. */
  views: number | null;
  productType: string | null;
  permalink: string | null;
}

export interface PublicProfile {
  id: string;
  username: string;
  /** Undefined: not public any more. */
  name: string | null | undefined;
  biography: string | null | undefined;
  followers: number;
  follows: number | null;
  mediaCount: number | null;
  /** The newest, without advertisements. */
  posts: PublicPost[];
}

/** Fetches other people's public accounts. */
export interface PublicProfiles {
  /** Returns false for logins that see only their own account. */
  isOpenTo(login: AccountToken): boolean;
  /** Returns null if no public account has the username; throws `NetworkError`. */
  discover(
    login: AccountToken,
    username: string,
    options?: { signal?: AbortSignal; requestId?: string },
  ): Promise<PublicProfile | null>;
}
