import type { AlertDelivery, AlertWebhook } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { timeSince } from '#web/features/accounts/index.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { SecretToCopy } from '#web/ui/copy.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useWebhookActions, webhookQuery } from './webhook.query.ts';
import styles from './alerts.module.css';
import { serverNow } from '#web/platform/server-clock.ts';

/** Shows the URL alerts are posted to, and recent deliveries. */
export function WebhookCard() {
  const { data, error, isFetching, refetch } = useQuery(webhookQuery);
  return (
    <Card
      title="Webhook"
      sub="Alerts as signed JSON, for your own programs. The API documentation shows how to verify them."
    >
      {data ? (
        <Webhook webhook={data.webhook} deliveries={data.deliveries} />
      ) : error ? (
        <LoadFailure title="Could not load the webhook" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}

function Webhook({ webhook, deliveries }: { webhook: AlertWebhook | null; deliveries: readonly AlertDelivery[] }) {
  const { save, rotate, remove, test, secret } = useWebhookActions();
  const [url, setUrl] = useState(webhook?.url ?? '');

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!save.isPending) save.mutate(url.trim());
  }

  return (
    <div className={styles.settings}>
      {webhook?.disabledReason && (
        <p className={styles.disabled} role="status">
          Deliveries have stopped. {webhook.disabledReason} Save the webhook to resume.
        </p>
      )}
      {save.error && <Alert onDismiss={save.reset}>{getServerMessage(save.error, 'Could not save the webhook')}</Alert>}
      <form className={styles.address} onSubmit={submit}>
        <TextField
          label="Webhook URL"
          type="url"
          value={url}
          maxLength={2000}
          required
          onChange={({ target }) => setUrl(target.value)}
        />
        <Button type="submit" busy={save.isPending} busyLabel="Saving…">
          Save webhook
        </Button>
      </form>
      {secret !== null && (
        <SecretToCopy
          label="Signing secret"
          value={secret}
          hint="It won’t be shown again. Previous secrets no longer work."
          action="Copy secret"
        />
      )}
      {webhook && (
        <div className={styles.buttons}>
          <Button size="small" busy={test.isPending} busyLabel="Sending…" onClick={() => test.mutate()}>
            Send a test
          </Button>
          <Button size="small" busy={rotate.isPending} busyLabel="Replacing…" onClick={() => rotate.mutate()}>
            New secret
          </Button>
          <Button size="small" busy={remove.isPending} busyLabel="Removing…" onClick={() => remove.mutate()}>
            Remove webhook
          </Button>
        </div>
      )}
      {deliveries.length > 0 && (
        <RowList>
          {deliveries.map((delivery) => (
            <Row
              key={delivery.id}
              name={
                <>
                  {delivery.kind === 'test' ? 'Test' : 'Alerts'} <State state={delivery.state} />
                </>
              }
              notes={[toNote(delivery)]}
            />
          ))}
        </RowList>
      )}
    </div>
  );
}

function State({ state }: { state: AlertDelivery['state'] }) {
  if (state === 'failed') return <Chip tone="bad">Failed</Chip>;
  return state === 'delivered' ? <Chip tone="accent">Delivered</Chip> : <Chip tone="neutral">Queued</Chip>;
}

function toNote({ createdAt, attempts, status, problem }: AlertDelivery): string {
  const when = timeSince(createdAt, serverNow().getTime());
  const tried = attempts > 1 ? `, ${attempts} attempts` : '';
  const result = problem ?? (status === null ? null : `Responded with ${status}`);
  return `${when}${tried}${result === null ? '' : `. ${result}`}`;
}
