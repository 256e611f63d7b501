import { type Recipient, type SubscriptionKind, subscriptionKinds } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { recipientsQuery, useAddRecipient, useRecipientActions } from './recipients.query.ts';
import styles from './recipients.module.css';
import { subscriptionLabels } from './subscription-labels.ts';

interface RecipientsCardProps {
  /** Renders the sending action for a confirmed address. */
  renderAction: (recipient: Recipient) => ReactNode;
}

/** Lists the recipients of the user's mail, and whether they have confirmed. */
export function RecipientsCard({ renderAction }: RecipientsCardProps) {
  const { data, error, isFetching, refetch } = useQuery(recipientsQuery);
  return (
    <Card title="Recipients" sub="Others confirm once and can unsubscribe at any time.">
      {data ? (
        <>
          {data.recipients.length > 0 ? (
            <RowList>
              {data.recipients.map((recipient) => (
                <RecipientRow key={recipient.id} recipient={recipient} action={renderAction(recipient)} />
              ))}
            </RowList>
          ) : (
            <EmptyState compact title="No recipients yet" why="Add your own address or a teammate’s." />
          )}
          <AddRecipient known={data.recipients} />
        </>
      ) : error ? (
        <LoadFailure title="Could not load the recipients" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}

function RecipientRow({ recipient, action }: { recipient: Recipient; action: ReactNode }) {
  const { address, state, subscriptions, left, lastFailure } = recipient;
  const { remove, confirm } = useRecipientActions();
  const hasLeft = state !== 'confirmed' && subscriptions.length === 0;
  return (
    <Row
      name={
        <>
          <bdi>{address}</bdi> <StateChip state={state} hasLeft={hasLeft} />
        </>
      }
      more={<Subscriptions recipient={recipient} />}
      notes={[toNote(recipient), ...(lastFailure ? [`The mail server answered: ${lastFailure}`] : [])]}
    >
      {state === 'confirmed' && subscriptions.includes('digest') && action}
      {(state !== 'confirmed' || left.length > 0) && (
        <Button
          size="small"
          busy={confirm.isPending}
          busyLabel="Sending…"
          aria-label={`Send link to ${address}`}
          onClick={() => confirm.mutate(recipient)}
        >
          Send link
        </Button>
      )}
      <Button
        size="small"
        busy={remove.isPending}
        busyLabel="Removing…"
        aria-label={`Remove ${address}`}
        onClick={() => remove.mutate(recipient)}
      >
        Remove
      </Button>
    </Row>
  );
}

const names: Record<SubscriptionKind, string> = { digest: 'digests', alert: 'alerts', report: 'reports' };

function Subscriptions({ recipient }: { recipient: Recipient }) {
  const { subscribe } = useRecipientActions();
  const { id, address, state, subscriptions, left } = recipient;
  const chosen = subscribe.isPending ? subscribe.variables.subscriptions : subscriptions;
  const toggle = (kind: SubscriptionKind, on: boolean) =>
    subscribe.mutate({
      id,
      subscriptions: subscriptionKinds.filter((one) => (one === kind ? on : chosen.includes(one))),
    });
  return (
    <div className={styles.kinds} role="group" aria-label={`What ${address} receives`}>
      {subscriptionKinds.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            disabled={state === 'confirmed' && left.includes(kind)}
            onChange={({ target }) => toggle(kind, target.checked)}
          />
          {subscriptionLabels[kind]}
        </label>
      ))}
    </div>
  );
}

function StateChip({ state, hasLeft }: { state: Recipient['state']; hasLeft: boolean }) {
  if (state === 'disabled') return <Chip tone="bad">Disabled</Chip>;
  if (hasLeft) return <Chip tone="neutral">Unsubscribed</Chip>;
  return state === 'confirmed' ? <Chip tone="accent">Confirmed</Chip> : <Chip tone="warn">Not confirmed</Chip>;
}

function toNote({ state, subscriptions, left }: Recipient): string {
  if (state === 'disabled') return 'Rejected three times in a row. Must confirm again to receive mail.';
  if (state === 'confirmed' && left.length > 0)
    return `Unsubscribed from ${left.map((kind) => names[kind]).join(' and ')}. Send a link to resubscribe.`;
  if (state !== 'confirmed' && subscriptions.length === 0) return 'Unsubscribed. Must confirm again to receive mail.';
  return state === 'confirmed' ? 'Receives what you choose.' : 'Receives nothing until the link in the mail is opened.';
}

function AddRecipient({ known }: { known: readonly Recipient[] }) {
  const { user } = useUser();
  const isOwnKnown = known.some(({ address }) => address.toLowerCase() === user.email.toLowerCase());
  const [address, setAddress] = useState(isOwnKnown ? '' : user.email);
  const add = useAddRecipient();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!add.isPending) add.mutate(address.trim(), { onSuccess: () => setAddress('') });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {add.error && <Alert onDismiss={add.reset}>{getServerMessage(add.error, 'Could not add the address')}</Alert>}
      <div className={styles.add}>
        <TextField
          label="Email address"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          maxLength={254}
          autoComplete="email"
          required
          onChange={({ target }) => setAddress(target.value)}
        />
        <Button type="submit" busy={add.isPending} busyLabel="Adding…">
          Add recipient
        </Button>
      </div>
    </form>
  );
}
