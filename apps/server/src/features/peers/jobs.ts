import { sql } from 'kysely';
import { dueRows } from '../../platform/work/due-rows.ts';
import { defineWork } from '../../platform/work/work.ts';
import type { FetchDeps } from './add-peer.ts';
import { fetchPeer } from './fetch-peer.ts';
import { claimMillis } from './rules.ts';

interface PeerServices extends Omit<FetchDeps, 'publicProfiles'> {
  instagram: Pick<FetchDeps, 'publicProfiles'>;
}

/**
 * Peers of users who are not disabled, still have the account linked, and whose plan includes peers. When a plan has
 * ended, its peers stay due, and are fetched as soon as there is one again.
 */
export const fetchedPeers = dueRows({
  table: 'peer',
  key: 'peer_id',
  due: 'next_fetch_at',
  attempts: 'attempts',
  waits: sql`exists (
    select from app_user
      join account_ref on account_ref.user_id = app_user.user_id and account_ref.account_id = peer.account_id
      left join subscription on subscription.user_id = app_user.user_id and subscription.status = 'active'
      join plan on plan.plan_id = coalesce(subscription.plan_id, 'free')
    where app_user.user_id = peer.user_id and app_user.disabled_at is null and plan.peer_limit > 0)`,
  claimMillis,
});

export const peerWork = defineWork({
  name: 'peers',
  label: 'Fetch peers',
  remedy: 'The log names the peer. tidemark doctor graph checks that Instagram still answers about other accounts.',
  everySeconds: 60,
  atOnce: 5,
  rows: fetchedPeers,
  toLogFields: ({ peer_id: peerId }) => ({ peerId }),
  prepare:
    ({ instagram, ...services }: PeerServices) =>
    (peer, signal) =>
      fetchPeer({ ...services, publicProfiles: instagram.publicProfiles }, peer, signal),
});
