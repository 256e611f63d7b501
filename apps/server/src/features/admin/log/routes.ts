import { listAudit } from '@tidemark/contract';
import { route } from '../../../platform/http/route.ts';
import { verifyAudit, type AuditLog } from '../../audit/index.ts';
import { listAuditRows } from './list-audit.ts';

const checkedEntries = 1_000;

export function auditRoutes({ audit }: { audit: AuditLog }) {
  return [
    route(listAudit, async ({ query: { page = 0, pageSize = 10 } }) => {
      const [{ entries, total }, { intact, checked, brokenAt, problem }] = await Promise.all([
        listAuditRows(audit.db, { page, pageSize }),
        verifyAudit(audit, { max: checkedEntries }),
      ]);
      return { entries, total, chain: { intact, checked, brokenAt, problem } };
    }),
  ];
}
