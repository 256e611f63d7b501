import { addDays, dayMillis, toUtcDay, getOverview, type BusinessFigures } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import {
  countActiveUsers,
  countFleet,
  countGivenPlans,
  countLeft,
  countPlans,
  countUsers,
  sumPaid,
  type PaidAt,
} from './queries.ts';
import { churnRate, lifetimeValue, monthEnds, monthlyRevenue, revenuePerUser } from './rules.ts';

const monthsShown = 12;
const daysShown = 30;

export function overviewRoutes({ db, clock }: { db: Database; clock: Clock }) {
  return [
    route(getOverview, async () => {
      const now = clock();
      const [business, fleet] = await Promise.all([readBusiness(db, now), countFleet(db)]);
      return { business, fleet, at: now.toISOString() };
    }),
  ];
}

async function readBusiness(db: Database, now: Date): Promise<BusinessFigures> {
  const months = monthEnds(now, monthsShown);
  const monthAgo = new Date(now.getTime() - daysShown * dayMillis);
  const today = toUtcDay(now);
  const firstDay = addDays(today, 1 - daysShown);
  const [users, paid, left, active, plans, givenPlans, { accounts }] = await Promise.all([
    countUsers(db, monthAgo),
    sumPaid(
      db,
      months.map(({ end }) => end),
    ),
    countLeft(db, { from: monthAgo, to: now }),
    countActiveUsers(db, firstDay),
    countPlans(db),
    countGivenPlans(db),
    countFleet(db),
  ]);
  const churn = churnRate(left);
  const paidNow = paid.filter(({ at }) => at.getTime() === now.getTime());
  return {
    ...users,
    payingUsers: sumUsers(paidNow),
    givenPlans,
    churn,
    money: [...new Set(paid.map(({ currency }) => currency))]
      .toSorted((one, other) => countUsersWith(paidNow, other) - countUsersWith(paidNow, one) || (one < other ? -1 : 1))
      .map((currency) => toMoney(currency, { paid, months, now, churn })),
    dailyActiveUsers: Array.from({ length: daysShown }, (_, index) => {
      const day = addDays(firstDay, index);
      return { day, users: active.get(day) ?? 0 };
    }),
    accounts,
    plans,
  };
}

function toMoney(
  currency: string,
  {
    paid,
    months,
    now,
    churn,
  }: { paid: PaidAt[]; months: { month: string; end: Date }[]; now: Date; churn: number | null },
) {
  const at = (end: Date) => paid.filter((one) => one.currency === currency && one.at.getTime() === end.getTime());
  const mrr = monthlyRevenue(at(now));
  const arpu = revenuePerUser({ mrr, payingUsers: sumUsers(at(now)) });
  return {
    currency,
    mrr,
    arpu,
    ltv: lifetimeValue({ arpu, churn }),
    months: months.map(({ month, end }) => ({ month, mrr: monthlyRevenue(at(end)) })),
  };
}

const sumUsers = (paid: PaidAt[]) => paid.reduce((sum, { users }) => sum + users, 0);
const countUsersWith = (paid: PaidAt[], currency: string) => sumUsers(paid.filter((one) => one.currency === currency));
