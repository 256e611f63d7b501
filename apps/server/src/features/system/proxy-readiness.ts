import type { Check, CheckResult } from './readiness.ts';
import type { Connection } from '../../platform/http/connection.ts';

/** Reports degraded while requests come through a reverse proxy that TRUST_PROXY leaves out; the newest decides. */
export function createProxyCheck(): { check: Check; onForwarded(connection: Connection): void } {
  let last: CheckResult = { state: 'ok' };
  return {
    check: async () => last,
    onForwarded({ isForwarded }) {
      last = isForwarded
        ? { state: 'ok' }
        : {
            state: 'degraded',
            reason:
              'The reverse proxy is not in TRUST_PROXY: all visitors count as one, so each can block others; see tidemark doctor',
          };
    },
  };
}
