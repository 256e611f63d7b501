import { defineWork } from '../../platform/work/work.ts';
import { claimDueUsers, type DueUser } from './check-queries.ts';
import { evaluateUser, type EvaluateDeps } from './evaluate.ts';

const usersPerClaim = 20;

export const alertWork = defineWork({
  name: 'alerts',
  label: 'Evaluate alerts',
  remedy: 'The log names the user; run tidemark verify for their accounts.',
  everySeconds: 30,
  atOnce: usersPerClaim,
  rows: {
    claim: (db, { now, limit, handledBefore }) => claimDueUsers(db, { now, before: handledBefore, users: limit }),
    // The next run claims them again.
    fail: null,
    backlog: null,
  },
  toLogFields: ({ userId }) => ({ userId }),
  prepare: (deps: EvaluateDeps) => (user: DueUser) => evaluateUser(deps, user),
});
