import type { AccountId, PeerComparison } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { AccountScope } from '../accounts/index.ts';

/** Loads public data for an account and its peers, from the feature that measures them. */
export type LoadPeers = (
  db: Database,
  scope: AccountScope,
  options: { userId: string; accountId: AccountId; today: string; now: Date },
) => Promise<PeerComparison>;
