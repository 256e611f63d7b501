import { defineWork } from '../../platform/work/work.ts';
import { evaluateWatches, type EvaluateDeps } from './evaluate.ts';
import { claimWatches, type Watch } from './watch-queries.ts';

const usersPerClaim = 20;

export const alertWork = defineWork({
  name: 'alerts',
  label: 'Evaluate alerts',
  remedy: 'The log names the user; run tidemark verify for their accounts.',
  everySeconds: 30,
  atOnce: usersPerClaim,
  rows: {
    claim: async (db, { now, limit, handledBefore }) => {
      const claimed = await claimWatches(db, { now, before: handledBefore, users: limit });
      return [...Map.groupBy(claimed, ({ userId }) => userId)].map(([userId, watches]) => ({ userId, watches }));
    },
    // The next run claims them again.
    fail: null,
    backlog: null,
  },
  toLogFields: ({ userId }) => ({ userId }),
  prepare:
    (deps: EvaluateDeps) =>
    ({ userId, watches }: { userId: string; watches: Watch[] }) =>
      evaluateWatches(deps, userId, watches),
});
