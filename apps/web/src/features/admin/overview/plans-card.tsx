import type { getOverview, EndpointResponse } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { StackedBar } from '#web/ui/charts/stacked-bar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './overview.module.css';

const colors = ['var(--n5)', 'var(--n4)', 'var(--n1)', 'var(--n2)', 'var(--n3)'];

export function PlansCard({ overview }: { overview: EndpointResponse<typeof getOverview> | undefined }) {
  if (!overview)
    return (
      <Card title="Plans" aria-busy="true">
        <Skeleton height={230} radius={14} />
      </Card>
    );
  const { business, fleet } = overview;
  const slices = business.plans.map(({ id, name, users }, index) => ({
    key: id,
    label: name,
    value: users,
    color: colors[index % colors.length] ?? 'var(--n1)',
  }));
  return (
    <Card title="Plans" sub={givenText(business.givenPlans)}>
      <StackedBar slices={slices} label="Users by plan" format={wholeNumber} height={16} />
      <ul className={styles.plans}>
        {slices.map(({ key, label, value, color }) => (
          <li key={key} className={styles.plan}>
            <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
            {label}
            <b>{wholeNumber(value)}</b>
          </li>
        ))}
      </ul>
      <p className={styles.fleet}>
        <span>
          {wholeNumber(fleet.accounts)} {plural(fleet.accounts, 'account')}, {wholeNumber(fleet.running)} syncing,{' '}
          {wholeNumber(fleet.withProblem)} out of date.
        </span>
        <Link to="/system/dashboard">See fleet health</Link>
      </p>
    </Card>
  );
}

function givenText(given: number): string {
  return given === 0 ? 'Users by current plan.' : `Users by current plan, ${wholeNumber(given)} assigned by operators.`;
}
