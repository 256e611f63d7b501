import type { MetaConnection } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  AccountConnectionsCard,
  AccountsSection,
  hasWorkingLogin,
  metaConnectionQuery,
} from '#web/features/connections/index.ts';
import { describeLimit, PlanList, useShowsPlan } from '#web/features/subscription/index.ts';
import { plural } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useOpenDashboard } from './use-open-dashboard.ts';
import styles from './welcome-page.module.css';
import { WelcomePreview } from './welcome-preview.tsx';
import { WelcomeStep } from './welcome-step.tsx';

const allSteps = ['plan', 'connect', 'link'] as const;
type Step = (typeof allSteps)[number];

const words: Record<Step, { name: string; lede: string }> = {
  plan: { name: 'Choose a plan', lede: 'Your plan sets how many accounts you can track.' },
  connect: { name: 'Connect', lede: 'Tidemark syncs your metrics through your Meta Business login. It never posts.' },
  link: { name: 'Link', lede: 'Choose the accounts to track. The first metrics arrive within a minute.' },
};

/** First-run page: opens at the first unfinished step, and leads to the dashboard once there is a week to see. */
export function WelcomePage() {
  const { user } = useUser();
  const { data: connection } = useQuery(metaConnectionQuery);
  const { steps, ...steppedTo } = useSteps(connection);
  const dashboard = useOpenDashboard();
  const summaries = useSummaries(connection);

  return (
    <div className={styles.page} data-preview={steppedTo.open !== 'plan' || undefined}>
      <header>
        <h1 className={styles.title}>Welcome, {user.name.split(' ')[0]}</h1>
        <p className={styles.lede}>{steps.length === 3 ? 'Three' : 'Two'} steps to see how your accounts are doing.</p>
      </header>
      <ol className={styles.steps}>
        {steps.map((step, place) => (
          <WelcomeStep
            key={step}
            number={place + 1}
            {...words[step]}
            summary={steppedTo.done[step] ? summaries[step] : null}
            open={steppedTo.open === step}
            onOpen={() => steppedTo.choose(step)}
          >
            {step === 'link' && dashboard.isOpening && (
              <p className={styles.opening} role="status">
                Your first week is here. Opening the dashboard…
                <Button size="small" onClick={dashboard.stay}>
                  Stay here
                </Button>
              </p>
            )}
            <StepBody step={step} connection={connection} />
            <StepActions step={step} next={steps[place + 1]} {...steppedTo} />
          </WelcomeStep>
        ))}
      </ol>
      {steppedTo.open !== 'plan' && <WelcomePreview isConnected={steppedTo.done.connect} />}
    </div>
  );
}

function useSteps(connection: MetaConnection | undefined) {
  const { user } = useUser();
  const done: Record<Step, boolean> = {
    plan: user.subscription.status === 'active',
    connect: connection !== undefined && hasWorkingLogin(connection),
    link: user.accountRefs.length > 0,
  };
  const [hasPlanStep] = useState(useShowsPlan());
  const steps = hasPlanStep ? allSteps : allSteps.slice(1);
  const [chosen, setChosen] = useState<{ step: Step; wasDone: boolean } | null>(null);
  const next = steps.find((step) => !done[step]) ?? 'link';
  // A step the user opened closes once it is done.
  const open = chosen && (chosen.wasDone || !done[chosen.step]) ? chosen.step : next;
  return {
    steps,
    done,
    open,
    choose: (step: Step) => setChosen({ step, wasDone: done[step] }),
    proceed: () => setChosen(null),
  };
}

/** Summarises the result of each finished step. */
function useSummaries(connection: MetaConnection | undefined): Record<Step, string> {
  const { user, product } = useUser();
  const { unlimited, total } = user.accountLimits;
  const linked = user.accountRefs.length;
  return {
    plan: `${product.name}, ${describeLimit(user.accountLimits).toLowerCase()}`,
    connect: connection?.name ? `Connected as ${connection.name}` : 'Connected',
    link: unlimited ? `${linked} ${plural(linked, 'account')} linked` : `${linked} of ${total} used`,
  };
}

function StepBody({ step, connection }: { step: Step; connection: MetaConnection | undefined }) {
  if (step === 'plan') return <PlanList />;
  if (step === 'connect') return <AccountConnectionsCard />;
  return (
    <Card aria-label="Accounts" className={styles.accounts}>
      {connection ? <AccountsSection connection={connection} isSetup /> : <Skeleton height={132} radius={14} />}
    </Card>
  );
}

type StepActionsProps = Pick<ReturnType<typeof useSteps>, 'done' | 'choose' | 'proceed'> & {
  step: Step;
  /** Undefined for the last step. */
  next: Step | undefined;
};

function StepActions({ step, next, done, choose, proceed }: StepActionsProps) {
  if (!next)
    return (
      <div className={styles.actions}>
        {done.link && done.plan ? (
          <Link to="/" className={buttonClass('primary')}>
            Open the dashboard
          </Link>
        ) : (
          <Link to="/profile" className={buttonClass('text')}>
            Skip and finish
          </Link>
        )}
      </div>
    );
  return (
    <div className={styles.actions}>
      {done[step] ? (
        <Button variant="primary" onClick={proceed}>
          Continue
        </Button>
      ) : (
        <Button variant="text" onClick={() => choose(next)}>
          Skip this step
        </Button>
      )}
    </div>
  );
}
