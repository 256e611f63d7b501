import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toJsonObject } from '../../../database/json-object.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { DayColumn } from '../formulas/account-figures.ts';
import type { DayTotals } from '../formulas/metric-card.ts';
import { daysIn, type Period } from '../formulas/period.ts';

interface DayRow {
  day: string;
  totals: Record<DayColumn | 'followers', number | null>;
  with_figures: number;
  with_followers: number;
  is_closed: boolean;
}

/** Sums all accounts by day for a card's bars; null where no account reports a metric. */
export async function sumDays(
  db: Database,
  scope: AccountScope,
  columns: readonly DayColumn[],
  { period, today }: { period: Period; today: string },
): Promise<DayTotals[]> {
  const totals = toJsonObject([...columns, 'followers'], (name) => sql`sum(${sql.ref(name)})`);
  const { rows } = await sql<DayRow>`
    select day, ${totals} as totals,
      count(coalesce(reach, interactions)) as with_figures, count(followers) as with_followers, bool_and(complete) as is_closed
    from account_day
    where account_id = any(${sql.val(scope.accountIds)}::text[]) and day >= ${period.from} and day <= ${period.to}
    group by day`.execute(db);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return daysIn(period).map((date) => {
    const row = byDay.get(date);
    return {
      date,
      totals: row?.totals ?? { followers: null },
      withFigures: row?.with_figures ?? 0,
      withFollowers: row?.with_followers ?? 0,
      isClosed: row ? row.is_closed : date < today,
    };
  });
}
