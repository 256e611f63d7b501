import { getSetupProgress, type SetupProgress } from '@tidemark/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '#web/platform/call.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { remember, useStored } from '#web/ui/stored.ts';
import { adminKeys } from '../admin-keys.ts';
import styles from './setup-card.module.css';

const dismissedKey = 'tidemark-setup-dismissed';
const setupQuery = queryOptions({
  queryKey: adminKeys.setup,
  queryFn: ({ signal }) => call(getSetupProgress, undefined, signal),
});

interface Step {
  name: string;
  why: ReactNode;
  isDone: boolean;
  /** Undefined for steps on the server, whose text says what to do. */
  link?: { to: '/system/meta' | '/system/settings' | '/profile' | '/account/add' | '/system/users'; action: string };
}

/** Leads operators through a new server, until everything is done or they dismiss it. */
export function SetupCard() {
  const isDismissed = useStored(dismissedKey) !== null;
  const { data } = useQuery({ ...setupQuery, enabled: !isDismissed });
  if (!data || isDismissed) return null;
  const steps = toSteps(data);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Card
      title="Finish setting up"
      sub={`${done} of ${steps.length} done`}
      tools={
        <Button variant="text" size="small" onClick={() => remember(dismissedKey, 'yes')}>
          Dismiss
        </Button>
      }
    >
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step.name} {...step} />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ name, why, isDone, link }: Step) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <Icon size={20} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>
          {name}
          <span className="vh">{isDone ? ' (done)' : ' (to do)'}</span>
        </p>
        {!isDone && <p className={styles.why}>{why}</p>}
      </div>
      {!isDone && link && (
        <Link to={link.to} className={buttonClass('soft', 'small')}>
          {link.action}
        </Link>
      )}
    </li>
  );
}

function toSteps({ hasMetaApp, isConnected, accounts, otherUsers, sendsMail, backedUpAt }: SetupProgress): Step[] {
  return [
    {
      name: 'Meta app',
      why: 'Tidemark syncs through an app of your own.',
      isDone: hasMetaApp,
      link: { to: '/system/meta', action: 'Add the app' },
    },
    {
      name: 'Your login',
      why: 'Connect the Meta login that manages your accounts.',
      isDone: isConnected,
      link: { to: '/profile', action: 'Connect' },
    },
    {
      name: 'Accounts',
      why: 'Link the accounts to track. The first numbers arrive within a minute.',
      isDone: accounts > 0,
      link: { to: '/account/add', action: 'Link an account' },
    },
    {
      name: 'Other users',
      why: 'Invite the people you work with.',
      isDone: otherUsers > 0,
      link: { to: '/system/users', action: 'Invite' },
    },
    {
      name: 'Mail',
      why: 'For password resets, alerts, digests and reports.',
      isDone: sendsMail,
      link: { to: '/system/settings', action: 'Set up mail' },
    },
    {
      name: 'Backup',
      why: (
        <>
          There is none from the last month. Set <code>BACKUP_DIR</code>: Tidemark then makes and tries one every night.
        </>
      ),
      isDone: backedUpAt !== null,
    },
  ];
}
