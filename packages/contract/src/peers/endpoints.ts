import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { PeerComparison } from '../analytics/peer-comparison.ts';
import { endpoint } from '../endpoint.ts';

export const comparePeers = endpoint({
  method: 'POST',
  path: '/metrics/peers',
  access: 'user',
  member: 'viewer',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns an account’s and its peers’ public data, computed alike',
  body: z.strictObject({ accountId: AccountId }),
  response: PeerComparison,
  failures: ['account_not_found'],
});

export const addPeer = endpoint({
  method: 'POST',
  path: '/user/peers',
  access: 'user',
  member: 'editor',
  cost: 'external',
  limits: ['peerAddition'],
  summary: 'Adds a peer to an account by username or profile URL, after one request to Instagram',
  body: z.strictObject({ accountId: AccountId, username: z.string().min(1).max(200) }),
  response: z.object({ peerId: z.uuid(), username: z.string() }),
  failures: [
    'account_not_found',
    'subscription_inactive',
    'peer_limit_reached',
    'peer_username_invalid',
    'peer_not_found',
    'peer_is_own',
    'peer_exists',
    'peer_login_needed',
    'peer_page_needed',
    'meta_unavailable',
  ],
});

export const removePeer = endpoint({
  method: 'DELETE',
  path: '/user/peers/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Removes one of the caller’s peers and all its measurements',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
  failures: ['peer_not_listed'],
});
