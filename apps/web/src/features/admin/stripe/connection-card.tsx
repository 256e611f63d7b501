import type { StripeState } from '@tidemark/contract';
import { PlugZap } from 'lucide-react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CheckList, CheckResult } from '#web/ui/check-list.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { wholeNumber } from '#web/platform/format.ts';
import { Fact, Facts } from '#web/ui/facts.tsx';
import styles from './stripe.module.css';
import { useTestStripe } from './stripe.query.ts';

type ConnectionCardProps = Pick<StripeState, 'connection' | 'customers'>;

export function ConnectionCard({ connection, customers }: ConnectionCardProps) {
  if (!connection)
    return (
      <Card title="Connection" sub="No payment provider configured">
        <p className={styles.off}>
          Operators assign plans. To sell them, set <code>STRIPE_SECRET_KEY</code> and{' '}
          <code>STRIPE_WEBHOOK_SECRET</code> and restart Tidemark.
        </p>
      </Card>
    );
  return (
    <Card
      title="Connection"
      sub="Secrets come from the environment and are shown masked"
      tools={
        <Chip tone={connection.mode === 'live' ? 'good' : 'warn'}>
          {connection.mode === 'live' ? 'Live mode' : 'Test mode'}
        </Chip>
      }
    >
      <Facts>
        <Fact label="Secret key">
          <code>{connection.secretKey}</code>
        </Fact>
        <Fact label="Webhook secret">
          {connection.webhookSecret ? <code>{connection.webhookSecret}</code> : 'not set'}
        </Fact>
        <Fact label="API">
          <code>{connection.baseUrl}</code>
        </Fact>
        <Fact label="API version">
          <code>{connection.apiVersion}</code>
        </Fact>
        <Fact label="Customers">
          {wholeNumber(customers.total)}
          {customers.unread > 0 && `, ${customers.unread} failed to sync`}
        </Fact>
      </Facts>
      <ConnectionTest />
    </Card>
  );
}

function ConnectionTest() {
  const test = useTestStripe();
  return (
    <div className={styles.test}>
      <Button
        icon={<PlugZap size={17} aria-hidden="true" />}
        busy={test.isPending}
        busyLabel="Testing…"
        onClick={() => test.mutate()}
      >
        Test connection
      </Button>
      {test.isError && <Alert onDismiss={test.reset}>{getServerMessage(test.error, 'Could not run the test')}</Alert>}
      {test.data && (
        <div>
          <CheckList>
            {test.data.checks.map(({ name, passed, message }) => (
              <CheckResult key={name} level={passed ? 'ok' : 'error'}>
                {message}
              </CheckResult>
            ))}
          </CheckList>
          <p className={styles.note}>Tested just now, in {wholeNumber(test.data.milliseconds)} ms.</p>
        </div>
      )}
    </div>
  );
}
