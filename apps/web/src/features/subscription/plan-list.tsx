import type { Plan } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { limitInWords } from './account-limit.ts';
import styles from './plan-list.module.css';
import { plansQuery } from './plans.query.ts';

/** The plans side by side, the person's own marked. */
export function PlanList() {
  const { data: plans, error, isFetching, refetch } = useQuery(plansQuery);
  const { product } = useUser();
  if (error && !plans) {
    return (
      <EmptyState
        title="Could not load the plans"
        action={
          <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  return (
    <ul className={styles.plans} aria-busy={!plans || undefined}>
      {plans
        ? plans.map((plan) => <PlanCard key={plan.id} plan={plan} current={plan.name === product.name} />)
        : ['free', 'starter', 'pro', 'agency'].map((name) => <Skeleton key={name} height={212} radius={20} />)}
    </ul>
  );
}

function PlanCard({ plan, current }: { plan: Plan; current: boolean }) {
  return (
    <li className={styles.plan} data-current={current || undefined}>
      <div className={styles.head}>
        <h3 className={styles.name}>{plan.name}</h3>
        {current && <Chip tone="accent">Current plan</Chip>}
      </div>
      <ul className={styles.parts}>
        <Part has={plan.accountLimits.unlimited || plan.accountLimits.total > 0}>
          {limitInWords(plan.accountLimits)}
        </Part>
        <Part has={plan.roadmapAccess.view}>See the roadmap</Part>
        <Part has={plan.roadmapAccess.add}>Request and upvote features</Part>
      </ul>
    </li>
  );
}

function Part({ has, children }: { has: boolean; children: string }) {
  const Icon = has ? Check : Minus;
  return (
    <li data-has={has}>
      <Icon size={17} aria-hidden="true" />
      {children}
      {!has && <span className="vh"> (not included)</span>}
    </li>
  );
}
