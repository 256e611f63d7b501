import type { InstagramType, StateStore } from '../sandbox-state.ts';
import type { AccountProfile } from '../world/account-profile.ts';

/** Returns the ID of an account as one application sees it; never the account's own ID. */
export function appScopedId({ id }: AccountProfile): string {
  return `26${id.slice(-15)}`;
}

/** Returns an account's type now: accounts can be converted at any time. */
export function typeNow({ state }: StateStore, { id, visibility, website }: AccountProfile): InstagramType {
  const converted = state.instagramTypes[id];
  if (converted) return converted;
  if (visibility === 'personal') return 'personal';
  if (visibility === 'adults') return 'restricted';
  return website === '' ? 'creator' : 'business';
}
