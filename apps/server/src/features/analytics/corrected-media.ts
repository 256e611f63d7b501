import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { AccountScope } from '../accounts/index.ts';
import type { Period } from './formulas/period.ts';

export interface CorrectedDay {
  account_id: string;
  media_id: string;
  day: string;
}

/** Lists posts with metrics in the period that were reduced because Instagram lowered a lifetime total. */
export async function listCorrected(
  db: Database,
  { accountIds }: AccountScope,
  { from, to }: Period,
): Promise<CorrectedDay[]> {
  const { rows } = await sql<CorrectedDay>`
    select account_id, media_id, day from media_day
    where account_id = any(${sql.val(accountIds)}::text[]) and corrected and day >= ${from} and day <= ${to}`.execute(
    db,
  );
  return rows;
}
