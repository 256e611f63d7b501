import type { OwnSubscription, Plan } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { plural } from '#web/platform/format.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { describeLimit } from './account-limit.ts';
import { describeDowngrade, findSuggested, toOffer, type PlanOffer } from './plan-offer.ts';
import styles from './plan-list.module.css';
import { plansQuery } from './plans.query.ts';
import { money } from '#web/platform/money.ts';
import { subscriptionQuery } from './subscription.query.ts';
import { checkoutFailure, useCheckout } from './use-checkout.ts';
import { useOwnPlan } from './use-own-plan.ts';
import { usePaymentPortal } from './use-payment-portal.ts';

/** Lists all plans with their actions, and marks the user's own. */
export function PlanList() {
  const { data: plans, error, isFetching, refetch } = useQuery(plansQuery);
  const { data: own } = useQuery(subscriptionQuery);
  const { user } = useUser();
  const linked = user.accountRefs.length;
  const isOperator = user.role === 'system-admin';
  const [asked, setAsked] = useState<{ plan: Plan; consequences: string[] } | null>(null);
  const checkout = useCheckout();
  const ownPlan = useOwnPlan();
  const portal = usePaymentPortal(() => undefined);
  if (error && !plans) {
    return (
      <EmptyState
        title="Could not load plans"
        action={
          <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  const busy = checkout.isPending ? checkout.variables : ownPlan.isPending ? ownPlan.variables.id : null;
  const suggested = plans && own && findSuggested(plans, own, linked);

  function switchTo(plan: Plan) {
    const current = plans?.find(({ id }) => id === own?.plan);
    const consequences = current ? describeDowngrade(plan, current, linked) : [];
    if (consequences.length > 0) setAsked({ plan, consequences });
    else portal.open();
  }

  return (
    <div className={styles.list}>
      {checkout.isError && (
        <Alert onDismiss={checkout.reset}>{getServerMessage(checkout.error, checkoutFailure)}</Alert>
      )}
      {ownPlan.isError && (
        <Alert onDismiss={ownPlan.reset}>{getServerMessage(ownPlan.error, 'Could not change your plan')}</Alert>
      )}
      {portal.problem && <Alert onDismiss={portal.reset}>{portal.problem}</Alert>}
      <ul className={styles.plans} aria-busy={!plans || undefined}>
        {plans
          ? plans.map((plan) => (
              <PlanCard
                key={plan.id}
                plan={plan}
                own={own}
                busy={busy === plan.id}
                offer={own ? toOffer(plan, own, { isOperator }) : null}
                disabled={checkout.isPending || portal.isPending || ownPlan.isPending}
                onTake={{
                  buy: () => checkout.mutate(plan.id),
                  portal: () => switchTo(plan),
                  assign: () => ownPlan.mutate(plan),
                }}
                isSuggested={plan === suggested}
              />
            ))
          : ['free', 'starter', 'pro', 'agency'].map((name) => <Skeleton key={name} height={296} radius={20} />)}
      </ul>
      <p className={styles.note}>
        Every plan with accounts includes up to two years of history, nightly syncs (hourly while you watch), audience
        demographics, post insights and a download of all your data.
      </p>
      {own && (
        <p className={styles.note}>
          {own.canPay && plans?.some(({ price }) => price !== null)
            ? `Stripe handles the payment; Tidemark never sees your card. Cancel anytime.${own.mayAddTax ? ' Taxes may be added; Stripe shows them before you pay.' : ''}`
            : isOperator
              ? 'You assign plans to other users under System → Users.'
              : 'Ask your administrator to change your plan.'}
        </p>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={`Switch to ${asked?.plan.name}?`}
        confirm="Continue"
        onConfirm={portal.open}
        onClose={() => setAsked(null)}
      >
        {asked?.consequences.map((consequence) => (
          <p key={consequence}>{consequence}</p>
        ))}
      </ConfirmDialog>
    </div>
  );
}

interface PlanCardProps {
  plan: Plan;
  own: OwnSubscription | undefined;
  offer: PlanOffer | null;
  busy: boolean;
  disabled: boolean;
  /** True for the emphasised plan. */
  isSuggested: boolean;
  onTake: Record<PlanOffer['way'], () => void>;
}

function PlanCard({ plan, own, offer, busy, disabled, isSuggested, onTake }: PlanCardProps) {
  const isCurrent = own?.plan === plan.id && own.status !== 'canceled';
  return (
    <li className={styles.plan} data-current={isCurrent || undefined}>
      <div className={styles.head}>
        <h3 className={styles.name}>{plan.name}</h3>
        {isCurrent && <Chip tone="accent">Current plan</Chip>}
      </div>
      <PlanPrice plan={plan} canAssign={offer?.way === 'assign'} />
      <ul className={styles.parts}>
        <Part has={plan.accountLimits.unlimited || plan.accountLimits.total > 0}>
          {describeLimit(plan.accountLimits)}
        </Part>
        <Part has={plan.peerLimit > 0}>
          {plan.peerLimit === 0 ? 'Peers' : `${plan.peerLimit} ${plural(plan.peerLimit, 'peer')} to compare with`}
        </Part>
        <Part has={plan.roadmapAccess.view}>View the roadmap and upvote requests</Part>
        <Part has={plan.roadmapAccess.add}>Request features</Part>
      </ul>
      {offer && (
        <Button
          className={styles.choose}
          variant={isSuggested ? 'primary' : 'plain'}
          busy={busy}
          disabled={disabled}
          onClick={onTake[offer.way]}
        >
          {offer.label}
        </Button>
      )}
    </li>
  );
}

function PlanPrice({ plan, canAssign }: { plan: Plan; canAssign: boolean }) {
  if (plan.price)
    return (
      <p className={styles.price}>
        {money(plan.price.amount, plan.price.currency)} <span>a {plan.price.interval}</span>
      </p>
    );
  const isFree = plan.id === 'free' || canAssign;
  return <p className={styles.unpriced}>{isFree ? 'No charge' : 'Assigned by your administrator'}</p>;
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
