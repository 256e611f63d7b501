import { accountAlertKinds, type AccountAlertKind, type AlertSettings } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { kindLabels, kindNotes } from './alert-labels.ts';
import { AlertPreview } from './alert-preview.tsx';
import { settingsQuery, useSaveSettings } from './alerts.query.ts';
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
  const shown = save.isPending ? save.variables : saved;
  const kindsOf = (id: string) => shown.accounts.find(({ accountId }) => accountId === id)?.kinds ?? [];

  function change(ids: readonly string[], kinds: readonly AccountAlertKind[], on: boolean) {
    const next = accounts.map(({ _id: accountId }) => ({
      accountId,
      kinds: accountAlertKinds.filter((kind) =>
        ids.includes(accountId) && kinds.includes(kind) ? on : kindsOf(accountId).includes(kind),
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
          {accounts.length > 1 && (
            <Kinds
              legend="All accounts"
              isChosen={(kind) => all.every((id) => kindsOf(id).includes(kind))}
              onChange={(kind, on) => change(all, [kind], on)}
            />
          )}
          {accounts.map((account) => (
            <Kinds
              key={account._id}
              legend={displayName(account)}
              isChosen={(kind) => kindsOf(account._id).includes(kind)}
              onChange={(kind, on) => change([account._id], [kind], on)}
            />
          ))}
          <dl className={styles.notes}>
            {accountAlertKinds.map((kind) => (
              <div key={kind}>
                <dt>{kindLabels[kind]}</dt>
                <dd>{kindNotes[kind]}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Card>
      <AlertPreview settings={shown} />
      <WebhookCard />
    </>
  );
}

interface KindsProps {
  legend: string;
  isChosen: (kind: AccountAlertKind) => boolean;
  onChange: (kind: AccountAlertKind, on: boolean) => void;
}

function Kinds({ legend, isChosen, onChange }: KindsProps) {
  return (
    <fieldset className={styles.kinds}>
      <legend>
        <bdi>{legend}</bdi>
      </legend>
      {accountAlertKinds.map((kind) => (
        <label key={kind}>
          <input type="checkbox" checked={isChosen(kind)} onChange={({ target }) => onChange(kind, target.checked)} />
          {kindLabels[kind]}
        </label>
      ))}
    </fieldset>
  );
}
