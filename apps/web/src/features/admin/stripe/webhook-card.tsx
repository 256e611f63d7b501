import type { StripeState } from '@tidemark/contract';
import { wholeNumber } from '#web/platform/format.ts';
import { lastSync } from '#web/platform/instant-labels.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { CopyIcon } from '#web/ui/copy.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import styles from './stripe.module.css';

interface WebhookCardProps {
  webhook: StripeState['webhook'];
  isOn: boolean;
}

export function WebhookCard({ webhook, isOn }: WebhookCardProps) {
  const { tone, word } = getState(webhook, isOn);
  return (
    <Card
      title="Webhook"
      sub="Each event triggers a sync of the customer’s state from Stripe"
      tools={<Chip tone={tone}>{word}</Chip>}
    >
      <Facts>
        <Fact label="URL">
          <code>{webhook.address}</code>
          <CopyIcon label="Copy URL" text={webhook.address} />
        </Fact>
        <Fact label="Last event">
          {webhook.lastEvent ? (
            <span>
              <code>{webhook.lastEvent.type}</code> {lastSync(webhook.lastEvent.receivedAt)}
            </span>
          ) : (
            'none yet'
          )}
        </Fact>
        <Fact label="In the last 24 hours">{wholeNumber(webhook.receivedToday)}</Fact>
        <Fact label="Waiting">{wholeNumber(webhook.waiting)}</Fact>
        <Fact label="Failing">{wholeNumber(webhook.failing)}</Fact>
      </Facts>
      {webhook.lastProblem && <p className={styles.problem}>{webhook.lastProblem}</p>}
      <details className={styles.events}>
        <summary>Events to enable in Stripe ({webhook.events.length})</summary>
        <ul>
          {webhook.events.map((type) => (
            <li key={type}>
              <code>{type}</code>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

function getState({ failing, lastEvent }: StripeState['webhook'], isOn: boolean): { tone: ChipTone; word: string } {
  if (!isOn) return { tone: 'neutral', word: 'Off' };
  if (failing > 0) return { tone: 'bad', word: 'Failing' };
  return lastEvent ? { tone: 'good', word: 'Receiving' } : { tone: 'neutral', word: 'No events yet' };
}
