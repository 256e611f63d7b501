import type { Log } from '../../platform/log/log.ts';
import { startPoller } from '../../platform/poller.ts';
import type { FetchDeps } from './add-peer.ts';
import { fetchPeer } from './fetch-peer.ts';
import { claimDuePeers } from './queries.ts';

const peersPerClaim = 5;

/** Fetches each peer once a day. Returns a function that stops it. */
export function startPeerWork(
  deps: FetchDeps & { log: Log },
  { pollSeconds = 60 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  return startPoller((signal) => fetchDue(deps, signal), {
    intervalMillis: pollSeconds * 1000,
    log: deps.log,
    failureMessage: 'Could not fetch peers',
  }).stop;
}

async function fetchDue(deps: FetchDeps & { log: Log }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claimDuePeers(deps.db, { now: deps.clock(), peers: peersPerClaim });
    if (claimed.length === 0) return;
    for (const peer of claimed) {
      // Remaining peers are claimed again when this claim ends.
      if (signal.aborted) return;
      await fetchPeer(deps, peer, signal).catch((error: unknown) =>
        deps.log.error({ err: error, peerId: peer.peer_id }, 'Could not fetch a peer'),
      );
    }
  }
}
