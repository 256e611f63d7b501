import type { SandboxClock } from '../sandbox-clock.ts';
import type { BlueskyStatus, StateStore } from '../sandbox-state.ts';
import type { AccountProfile } from '../world/account-profile.ts';
import type { World } from '../world/world.ts';
import { toDid, toFirstHandle, toFollowers, toPost, type BlueskyPost } from './bluesky-account.ts';

export interface BlueskyAccount {
  did: string;
  handle: string;
  status: BlueskyStatus;
  /** Its server has another address than the sandbox. */
  hasMoved: boolean;
  profile: AccountProfile;
}

export interface BlueskyWorld {
  /** Returns the account with a handle or DID. */
  findAccount: (actor: string) => BlueskyAccount | undefined;
  listAccounts: () => BlueskyAccount[];
  accountsOf: (owner: string) => BlueskyAccount[];
  followersAt: (account: BlueskyAccount) => number;
  /** Returns an account's posts until now, newest first. */
  listPosts: (account: BlueskyAccount) => BlueskyPost[];
  change: (account: BlueskyAccount, change: BlueskyChange) => void;
}

export interface BlueskyChange {
  handle?: string | undefined;
  status?: BlueskyStatus | undefined;
  hasMoved?: boolean | undefined;
  /** Record key of a post that its author deletes. */
  deleted?: string | undefined;
}

/** Gives each user's accounts at Instagram a second one at Bluesky, with fewer followers and the same posts. */
export function createBlueskyWorld({
  world,
  clock,
  store,
}: {
  world: World;
  clock: SandboxClock;
  store: StateStore;
}): BlueskyWorld {
  const owned = world.accounts.filter(({ owner }) => owner !== 'nobody');
  const byDid = new Map(owned.map((profile) => [toDid(profile.key), profile]));

  function toAccount(did: string, profile: AccountProfile): BlueskyAccount {
    const { handle = toFirstHandle(profile), status = 'active', hasMoved = false } = store.state.bluesky[did] ?? {};
    return { did, profile, handle, status, hasMoved };
  }
  const listAccounts = () => [...byDid].map(([did, profile]) => toAccount(did, profile));

  return {
    findAccount(actor) {
      const profile = byDid.get(actor);
      if (profile) return toAccount(actor, profile);
      return listAccounts().find(({ handle }) => handle === actor.toLowerCase());
    },
    listAccounts,
    accountsOf: (owner) => listAccounts().filter(({ profile }) => profile.owner === owner),
    followersAt: ({ profile }) => toFollowers(world.getTimeline(profile).followersAt(clock.now())),
    listPosts({ did, profile }) {
      const deleted = store.state.bluesky[did]?.deleted ?? [];
      const posts = world.getTimeline(profile).feedAt(clock.now()).map(toPost);
      return posts.filter(({ rkey }) => !deleted.includes(rkey));
    },
    change({ did }, { deleted, ...change }) {
      const before = store.state.bluesky[did] ?? { deleted: [] };
      store.state.bluesky[did] = {
        ...before,
        ...change,
        deleted: deleted === undefined ? before.deleted : [...before.deleted, deleted],
      };
      store.save();
    },
  };
}
