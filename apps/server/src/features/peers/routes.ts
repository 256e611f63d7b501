import { addPeer, comparePeers, removePeer } from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import { dayIn } from '../../platform/clock.ts';
import { route } from '../../platform/http/route.ts';
import { requireAccounts } from '../accounts/index.ts';
import { recordUserAction, type AuditLog } from '../audit/index.ts';
import { addUserPeer, type FetchDeps } from './add-peer.ts';
import { loadPeerComparison } from './load-comparison.ts';
import { removeUserPeer } from './queries.ts';

export interface PeerRouteDeps extends FetchDeps {
  audit: AuditLog;
}

export function peerRoutes(deps: PeerRouteDeps) {
  const { db, clock, dayZone, audit } = deps;
  return [
    route(comparePeers, async ({ viewer, body: { accountId } }) => {
      const scope = await requireAccounts(db, viewer, [accountId]);
      const now = clock();
      return loadPeerComparison(db, scope, { userId: viewer.userId, accountId, today: dayIn(dayZone, now), now });
    }),

    route(addPeer, async ({ viewer, body: { accountId, username }, requestId }) => {
      await requireAccounts(db, viewer, [accountId]);
      const { userId } = viewer;
      const added = await addUserPeer(deps, { userId, accountId, input: username, requestId });
      await recordUserAction(audit, { userId, action: 'peer.added', requestId, at: clock() });
      return added;
    }),

    route(removePeer, async ({ viewer: { userId }, params: { id }, requestId }) => {
      if (!(await removeUserPeer(db, userId, id))) throw new ApiError('peer_not_listed');
      await recordUserAction(audit, { userId, action: 'peer.removed', requestId, at: clock() });
      return { success: true as const };
    }),
  ];
}
