import type { AccountProfile } from './account-profile.ts';
import { createAccounts } from './accounts.ts';
import type { AccountTimeline } from './account-timeline.ts';
import { createTimeline } from './account-timeline.ts';
import type { Calendar, DayNumber } from './calendar.ts';
import { createCalendar, dayNumber } from './calendar.ts';
import { toPlace } from './media-ids.ts';
import { crowdAccounts, type Crowd } from './crowd.ts';
import type { MediaItem } from './media-item.ts';
import { pagelessAccounts } from './pageless-accounts.ts';
import type { Person } from './people.ts';

export interface World {
  calendar: Calendar;
  /** The day around which histories are laid out; constant for a world's life, so that its past never changes. */
  anchor: DayNumber;
  accounts: readonly AccountProfile[];
  findAccount: (id: string) => AccountProfile | undefined;
  /** Returns a person's accounts that are linked to a Facebook page. */
  accountsOf: (person: Person) => AccountProfile[];
  /** Returns all of a person's accounts, with a page or without. */
  ownAccountsOf: (person: Person) => AccountProfile[];
  getTimeline: (account: AccountProfile) => AccountTimeline;
  /** Returns the media item for an id (or a child's id), published or not. */
  findMedia: (id: string) => { media: MediaItem; child: number } | undefined;
}

interface WorldOptions {
  seed: string;
  zone: string;
  anchor: string;
  crowd?: Crowd | undefined;
}

const worlds = new Map<string, World>();

/**
 * Returns a world; its options determine everything in it, so sandboxes in the same process share what is already
 * generated.
 */
export function getWorld(options: WorldOptions): World {
  const { seed, zone, anchor, crowd } = options;
  const key = JSON.stringify([seed, zone, anchor, crowd]);
  const known = worlds.get(key) ?? createWorld(options);
  worlds.set(key, known);
  return known;
}

export function createWorld({ seed, zone, anchor, crowd }: WorldOptions): World {
  const calendar = createCalendar(zone);
  const anchorDay = dayNumber(anchor);
  const accounts = [...createAccounts(seed), ...(crowd ? crowdAccounts(seed, crowd) : []), ...pagelessAccounts(seed)];
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const timelines = new Map<string, AccountTimeline>();

  function getTimeline(account: AccountProfile): AccountTimeline {
    const known = timelines.get(account.key);
    if (known) return known;
    const made = createTimeline(account, accounts.indexOf(account), calendar, anchorDay);
    timelines.set(account.key, made);
    return made;
  }

  return {
    calendar,
    anchor: anchorDay,
    accounts,
    findAccount: (id) => byId.get(id),
    accountsOf: (person) => accounts.filter(({ owner, hasPage }) => owner === person.key && hasPage),
    ownAccountsOf: (person) => accounts.filter(({ owner }) => owner === person.key),
    getTimeline,
    findMedia(id) {
      const place = toPlace(id);
      const account = place && accounts[place.account];
      const media = place && account && getTimeline(account).findMedia(place.day, place.slot);
      return media && place.child <= media.childCount ? { media, child: place.child } : undefined;
    },
  };
}

/**
 * Returns the anchor: worlds are laid out around 1 November 2026; it moves every second year, which limits the length
 * of histories.
 */
export function anchorFor(today: Date): string {
  const passed = Math.floor((today.getTime() - Date.UTC(2026, 10, 1)) / (730 * 86_400_000));
  return `${2026 + 2 * Math.max(0, passed)}-11-01`;
}
