import { failures } from '@tidemark/contract';
import type { Problem } from '../connector.ts';
import type { RunEnd } from '../lease/queries.ts';

const notDecryptable: Problem = {
  code: 'login_not_decryptable',
  message: failures.login_not_decryptable.message,
  until: null,
};

/** Ends a run whose token can't be decrypted: retried hourly, in case an operator has restored the key. */
export function endUndecrypted(now: Date, failureCount: number): RunEnd {
  return { nextSyncAt: new Date(now.getTime() + 3_600_000), problem: notDecryptable, failures: failureCount };
}
