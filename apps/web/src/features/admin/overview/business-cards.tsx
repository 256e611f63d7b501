import type { BusinessFigures } from '@tidemark/contract';
import { dayLabel, percent, plural, wholeNumber } from '#web/platform/format.ts';
import { FigureCard } from '../figure-card.tsx';
import { money } from '#web/platform/money.ts';
import { ValueBars } from '../value-bars.tsx';
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
        explanation="Monthly recurring revenue from all paid subscriptions; yearly prices are divided by twelve. Plans assigned by operators don’t count."
        value={shown(() => (main ? money(main.mrr, main.currency, { rounded: true }) : nothing))}
        note={shown(({ payingUsers }) =>
          [
            `${wholeNumber(payingUsers)} paying ${plural(payingUsers, 'user')}`,
            ...others.map(({ mrr, currency }) => `and ${money(mrr, currency, { rounded: true })}`),
          ].join(', '),
        )}
      />
      <FigureCard
        title="Churn"
        explanation="Share of users who paid 30 days ago and no longer do."
        value={shown(({ churn }) => (churn === null ? nothing : percent(churn * 100)))}
        note={shown(({ churn }) => (churn === null ? 'No paying users 30 days ago' : 'Over 30 days'))}
      />
      <FigureCard
        title="ARPU"
        explanation="Average revenue per user: MRR divided by paying users."
        value={shown(() => (main ? money(main.arpu, main.currency, { rounded: true }) : nothing))}
        note={shown(() => 'Per paying user per month')}
      />
      <FigureCard
        title="LTV"
        explanation="Lifetime value: ARPU divided by churn."
        value={shown(() => (main && main.ltv !== null ? money(main.ltv, main.currency, { rounded: true }) : nothing))}
        note={shown(() => (main && main.ltv !== null ? 'At current churn' : 'Available after the first cancellation'))}
      />
      <FigureCard
        title="Daily active users"
        explanation={business && `${wholeNumber(getLast(business).users)} on ${dayLabel(getLast(business).day)} (UTC)`}
        value={shown((figures) => wholeNumber(getLast(figures).users))}
      >
        {business && (
          <ValueBars
            values={business.dailyActiveUsers.map(({ day, users }) => ({ key: day, value: users }))}
            label="Daily active users"
            format={wholeNumber}
            height={34}
          />
        )}
      </FigureCard>
    </div>
  );
}

function getLast({ dailyActiveUsers }: BusinessFigures) {
  return dailyActiveUsers.at(-1) ?? { day: new Date().toISOString().slice(0, 10), users: 0 };
}
