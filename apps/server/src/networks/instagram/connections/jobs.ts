import { defineWork } from '../../../platform/work/work.ts';
import { checkConnection, type CheckDeps } from './check-connection.ts';
import { claimDueConnection } from './queries.ts';

export const connectionWork = defineWork({
  name: 'logins',
  label: 'Check business logins',
  remedy: 'Run tidemark doctor, which tests the Meta app. Users see what their own login needs on their profile.',
  everySeconds: 180,
  // Not `dueRows`: the day's jitter and what a user may have resolved decide when a login is due.
  rows: {
    async claim(db, { now }) {
      const connection = await claimDueConnection(db, now);
      return connection ? [connection] : [];
    },
    // The claim ends after an hour.
    fail: null,
    backlog: null,
  },
  toLogFields: ({ user_id: userId }) => ({ userId }),
  prepare:
    ({ connectionDeps, log }: { connectionDeps: Omit<CheckDeps, 'log'>; log: CheckDeps['log'] }) =>
    (connection) =>
      checkConnection({ ...connectionDeps, log }, connection),
});
