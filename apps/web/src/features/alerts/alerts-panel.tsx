import { accountAlertKinds, type AccountAlertKind, type AlertSettings } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { AlertPreview } from './alert-preview.tsx';
import { settingsQuery, useSaveSettings } from './alerts.query.ts';
import { KindSwitches } from './kind-switches.tsx';
import { KindsByAccount } from './kinds-by-account.tsx';
import { WebhookCard } from './webhook-card.tsx';
import styles from './alerts.module.css';

/** Alert settings by account, with a preview. */
export function AlertsPanel() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery);
  if (error && !data)
    return (
      <Card title="Alerts">
        <LoadFailure title="Could not load your alerts" error={error} isRetrying={isFetching} onRetry={refetch} />
      </Card>
    );
  if (!data) return <Skeleton height={280} />;
  return <Settings saved={data} />;
}

/** Every change is saved at once. */
function Settings({ saved }: { saved: AlertSettings }) {
  const { accounts } = useAccounts();
  const save = useSaveSettings();
  const [isOpen, setOpen] = useState(false);
  const shown = save.isPending ? save.variables : saved;
  const kindsOf = (id: string) => shown.accounts.find(({ accountId }) => accountId === id)?.kinds ?? [];

  function change(ids: readonly string[], changed: AccountAlertKind, on: boolean) {
    const next = accounts.map(({ _id: accountId }) => ({
      accountId,
      kinds: accountAlertKinds.filter((kind) =>
        ids.includes(accountId) && kind === changed ? on : kindsOf(accountId).includes(kind),
      ),
    }));
    save.mutate({ ...shown, accounts: next.filter(({ kinds: chosen }) => chosen.length > 0) });
  }

  const all = accounts.map(({ _id }) => _id);
  return (
    <>
      <Card title="Alerts" sub="Learn about unusual changes in the app, by mail or by webhook.">
        <div className={styles.settings}>
          <div className={styles.login}>
            <span>Remind me 14, 7 and 1 days before my Meta Business login expires</span>
            <Switch
              label="Remind me before the login expires"
              on={shown.loginEnding}
              onChange={(loginEnding) => save.mutate({ ...shown, loginEnding })}
            />
          </div>
          <KindSwitches
            accounts={all.length}
            countWith={(kind) => all.filter((id) => kindsOf(id).includes(kind)).length}
            onChange={(kind, on) => change(all, kind, on)}
          />
          {accounts.length > 1 && (
            <Accordion title="Exceptions by account" open={isOpen} onOpenChange={setOpen}>
              <KindsByAccount
                accounts={accounts}
                kindsOf={kindsOf}
                onChange={(id, kind, on) => change([id], kind, on)}
              />
            </Accordion>
          )}
        </div>
      </Card>
      <AlertPreview settings={shown} />
      <WebhookCard />
    </>
  );
}
