import type { BusinessFigures } from '@tidemark/contract';
import { dayLabel, percent, plural, wholeNumber } from '#web/platform/format.ts';
import { TrendBars } from '#web/ui/charts/trend-bars.tsx';
import { FigureCard } from '../figure-card.tsx';
import { money } from '../money.ts';
import styles from './overview.module.css';

const nothing = '—';

export function BusinessCards({ business }: { business: BusinessFigures | undefined }) {
  const main = business?.money[0];
  const others = business?.money.slice(1) ?? [];
  const shown = (text: (figures: BusinessFigures) => string) => business && text(business);
  return (
    <div className={styles.small}>
      <FigureCard
        title="Users"
        value={shown(({ users }) => wholeNumber(users))}
        note={shown(({ newUsers }) => `${wholeNumber(newUsers)} new in 30 days`)}
      />
      <FigureCard
        title="MRR"
        explanation="Monthly recurring revenue: what all that is paid now brings in a month, a yearly price as twelve parts. Plans that an operator gave bring nothing."
        value={shown(() => (main ? money(main.mrr, main.currency) : nothing))}
        note={shown(({ payingUsers }) =>
          [
            `${wholeNumber(payingUsers)} paying ${plural(payingUsers, 'user')}`,
            ...others.map(({ mrr, currency }) => `and ${money(mrr, currency)}`),
          ].join(', '),
        )}
      />
      <FigureCard
        title="Churn"
        explanation="Of those who paid 30 days ago, the part that pays nothing now."
        value={shown(({ churn }) => (churn === null ? nothing : percent(churn * 100)))}
        note={shown(({ churn }) => (churn === null ? 'Nobody paid 30 days ago' : 'In 30 days'))}
      />
      <FigureCard
        title="ARPU"
        explanation="Average revenue per user: MRR divided by those who pay."
        value={shown(() => (main ? money(main.arpu, main.currency) : nothing))}
        note={shown(() => 'A month, per paying user')}
      />
      <FigureCard
        title="LTV"
        explanation="Lifetime value: ARPU divided by churn."
        value={shown(() => (main && main.ltv !== null ? money(main.ltv, main.currency) : nothing))}
        note={shown(() => (main && main.ltv !== null ? 'At today’s churn' : 'Known once somebody leaves'))}
      />
      <FigureCard
        title="Daily active users"
        explanation={
          business && `${wholeNumber(lastOf(business).users)} on ${dayLabel(lastOf(business).day)}, counted in UTC`
        }
        value={shown((figures) => wholeNumber(lastOf(figures).users))}
      >
        {business && (
          <TrendBars
            series={business.dailyActiveUsers.map(({ day, users }) => ({ date: day, value: users }))}
            label="Daily active users"
            format={wholeNumber}
          />
        )}
      </FigureCard>
    </div>
  );
}

function lastOf({ dailyActiveUsers }: BusinessFigures) {
  return dailyActiveUsers.at(-1) ?? { day: new Date().toISOString().slice(0, 10), users: 0 };
}
