import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toLabelCondition } from '../labels/label-condition.ts';
import { findLabel } from '../labels/queries.ts';
import type { SectionRequest } from './load-published.ts';

/** Loads the label to which a report's posts are limited. A deleted one leaves no posts: others were never chosen. */
export async function loadReportLabel(
  db: Database,
  scope: AccountScope,
  { userId, timeZone, postLabelId }: { userId: string; timeZone: string; postLabelId: string },
): Promise<NonNullable<SectionRequest['label']>> {
  const label = await findLabel(db, userId, postLabelId);
  if (!label) return { name: null, condition: sql<boolean>`false` };
  return { name: label.name, condition: await toLabelCondition(db, scope, { label, zone: timeZone }) };
}
