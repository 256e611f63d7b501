import type { AccountId, PeerComparison } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { AccountScope } from '../accounts/index.ts';

/** Public figures of an account and of its peers, from the feature that measures them. */
export type LoadPeers = (
  db: Database,
  scope: AccountScope,
  options: { userId: string; accountId: AccountId; today: string; now: Date },
) => Promise<PeerComparison>;
