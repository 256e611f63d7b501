import type { Fleet } from '@tidemark/contract';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { FigureCard } from '../figure-card.tsx';
import { bytesText } from './fleet-words.ts';
import styles from './fleet.module.css';

export function FleetCards({ fleet }: { fleet: Fleet | undefined }) {
  const shown = (text: (fleet: Fleet) => string) => fleet && text(fleet);
  const behind = fleet?.failures.reduce((sum, { accounts }) => sum + accounts, 0) ?? 0;
  return (
    <div className={styles.small}>
      <FigureCard
        title="Syncs running"
        value={shown(({ syncs }) => wholeNumber(syncs.running))}
        note={shown(({ syncs }) => `of ${wholeNumber(syncs.accounts)} ${plural(syncs.accounts, 'account')}`)}
      />
      <FigureCard
        title="Queue"
        value={shown(({ queue }) => wholeNumber(queue.ordinary + queue.urgent))}
        note={shown(({ queue }) => `${wholeNumber(queue.active)} at work, ${wholeNumber(queue.retrying)} try again`)}
      />
      <FigureCard
        title="Set aside"
        explanation="Accounts whose sync failed five times in a row through a fault of ours"
        value={shown(({ queue }) => wholeNumber(queue.deadTotal))}
        tone={fleet && fleet.queue.deadTotal > 0 ? 'bad' : undefined}
        note={shown(({ queue }) => (queue.deadTotal === 0 ? 'None' : 'After five faults'))}
      />
      <FigureCard
        title="Behind"
        explanation="Accounts that could not be read when they were last due"
        value={shown(() => wholeNumber(behind))}
        note={shown(({ syncs }) => `${wholeNumber(syncs.due)} due now`)}
      />
      <FigureCard
        title="Live connections"
        explanation="Of the process that answered; others have their own"
        value={shown(({ live }) => wholeNumber(live.streamsHere))}
        note={shown(({ live }) => `of ${wholeNumber(live.usersHere)} ${plural(live.usersHere, 'user')}, this process`)}
      />
      <FigureCard
        title="Database size"
        value={shown(({ database }) => bytesText(database.bytes))}
        note={shown(({ database }) => `${wholeNumber(database.connections)} connections`)}
      />
    </div>
  );
}
