import { listAudit } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { listAuditRows, verifyAudit } from './read-audit.ts';

const checkedEntries = 1_000;

export function auditRoutes({ db }: { db: Database }) {
  return [
    route(listAudit, async ({ query: { page = 0, pageSize = 10 } }) => {
      const [{ entries, total }, { intact, checked, brokenAt }] = await Promise.all([
        listAuditRows(db, { page, pageSize }),
        verifyAudit(db, checkedEntries),
      ]);
      return { entries, total, chain: { intact, checked, brokenAt } };
    }),
  ];
}
