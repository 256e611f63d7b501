import type { AccountProfile } from '../../world/account-profile.ts';
import { missingPermission } from '../graph-error.ts';
import { accountKindFor } from './account-node.ts';
import type { NodeKind, Scope } from './node-kind.ts';

/** Fields and edges that exist only with a login at Facebook (Instagram Platform, IG User: "Facebook Login only"). */
const facebookOnly = [
  'ig_id',
  'legacy_instagram_user_id',
  'business_discovery',
  'collaborative_media_search',
  'owner_business',
  'collaborative_media',
];

const kinds = { business: 'BUSINESS', creator: 'MEDIA_CREATOR', personal: 'PERSONAL', restricted: 'BUSINESS' } as const;

/** Returns the node kind for the account of a login at Instagram: `id` is the application's own, `user_id` is Instagram's. */
export function instagramUserKind(account: AccountProfile, scope: Scope): NodeKind<AccountProfile> {
  const { fields, edges, ...kind } = accountKindFor(account, scope);
  const withoutFacebook = <Part>(parts: Record<string, Part>) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => !facebookOnly.includes(name)));
  const { scopedId, type } = scope.instagram(account);
  return {
    ...kind,
    typeName: 'IGUser',
    toId: () => scopedId,
    fields: {
      ...withoutFacebook(fields),
      id: () => scopedId,
      user_id: ({ id }) => {
        // Constructed: how Instagram refuses an account with an age limit is not documented.
        if (type === 'restricted' || !scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
        return id;
      },
      account_type: () => kinds[type],
    },
    edges: withoutFacebook(edges),
  };
}
