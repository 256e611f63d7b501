import { type AlertSettings, chosenAlertKinds } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useAccounts } from '#web/features/accounts/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { changeAll } from './alert-choices.ts';
import { AlertPreview } from './alert-preview.tsx';
import { settingsQuery, useSaveSettings } from './alerts.query.ts';
import { Exceptions } from './exceptions.tsx';
import { KindMatrix } from './kind-matrix.tsx';
import { MailNote } from './mail-note.tsx';
import { WebhookCard } from './webhook-card.tsx';
import styles from './alerts.module.css';

/** Alert settings for all accounts, with exceptions and a preview. */
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
  const { sendsMail } = useConfig();
  const save = useSaveSettings();
  const shown = save.isPending ? save.variables : saved;
  return (
    <>
      <Card title="Alerts" sub="What you’re told about all your accounts, including those you link later.">
        <div className={styles.settings}>
          <KindMatrix
            label="Alerts for all accounts"
            kinds={chosenAlertKinds}
            choice={shown.all}
            onChange={(change) => save.mutate(changeAll(shown, change))}
          />
          {sendsMail && <MailNote settings={shown} />}
          {(accounts.length > 1 || shown.exceptions.length > 0) && (
            <Exceptions accounts={accounts} settings={shown} onChange={(settings) => save.mutate(settings)} />
          )}
        </div>
      </Card>
      <AlertPreview settings={shown} />
      <WebhookCard />
    </>
  );
}
