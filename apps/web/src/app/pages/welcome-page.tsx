import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AccountConnectionsCard, metaConnectionQuery } from '#web/features/connections/index.ts';
import { PlanList } from '#web/features/subscription/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './welcome-page.module.css';
import { useWelcomeStep, welcomeSteps } from './welcome-step.ts';

const words = {
  plan: { name: 'Choose a plan', lede: 'Your plan sets how many accounts you can track.' },
  connect: { name: 'Connect', lede: 'Tidemark syncs your metrics through your Meta Business login. It never posts.' },
  link: { name: 'Link', lede: 'Choose the accounts to track. The first metrics arrive within a minute.' },
} as const;

export function WelcomePage() {
  const { user } = useUser();
  const { data: connection } = useQuery(metaConnectionQuery);
  const [step, setStep] = useWelcomeStep();
  const navigate = useNavigate();
  const done = {
    plan: user.subscription.status === 'active',
    connect: connection?.isConnected === true && connection.tokenValid,
    link: user.accountRefs.length > 0,
  };
  const index = welcomeSteps.indexOf(step);
  const next = welcomeSteps[index + 1];
  const before = welcomeSteps[index - 1];

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Welcome, {user.name.split(' ')[0]}</h1>
      <p className={styles.lede}>Three steps to see how your accounts are doing.</p>
      <ol className={styles.steps}>
        {welcomeSteps.map((name, place) => (
          <li key={name}>
            <button
              type="button"
              className={styles.step}
              aria-current={name === step ? 'step' : undefined}
              data-done={done[name] || undefined}
              onClick={() => setStep(name)}
            >
              <span className={styles.number} aria-hidden="true">
                {done[name] ? '✓' : place + 1}
              </span>
              {words[name].name}
              {done[name] && <span className="vh"> (done)</span>}
            </button>
          </li>
        ))}
      </ol>
      <section aria-label={words[step].name} className={styles.body}>
        <div>
          <h2 className={styles.stepTitle}>{words[step].name}</h2>
          <p className={styles.hint}>{words[step].lede}</p>
        </div>
        {step === 'plan' ? <PlanList /> : <AccountConnectionsCard />}
      </section>
      <div className={styles.actions}>
        {before && <Button onClick={() => setStep(before)}>Back</Button>}
        <Button
          variant="primary"
          onClick={() => (next ? setStep(next) : void navigate({ to: done.link ? '/' : '/profile' }))}
        >
          {next ? (done[step] ? 'Continue' : 'Skip this step') : done.link ? 'Open the dashboard' : 'Skip and finish'}
        </Button>
      </div>
    </div>
  );
}
