import type { Fleet } from '@tidemark/contract';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { FigureCard } from '../figure-card.tsx';
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
        note={shown(({ queue }) => `${wholeNumber(queue.active)} running, ${wholeNumber(queue.retrying)} retrying`)}
      />
      <FigureCard
        title="Suspended"
        explanation="Accounts whose sync failed five times in a row due to an internal error"
        value={shown(({ queue }) => wholeNumber(queue.deadTotal))}
        tone={fleet && fleet.queue.deadTotal > 0 ? 'bad' : undefined}
        note={shown(({ queue }) => (queue.deadTotal === 0 ? 'None' : 'After five failures'))}
      />
      <FigureCard
        title="Out of date"
        explanation="Accounts whose last scheduled sync failed"
        value={shown(() => wholeNumber(behind))}
        note={shown(() => (behind === 0 ? 'None' : 'By reason below'))}
      />
      <FigureCard
        title="Live connections"
        explanation="Open pages with live updates across all processes, as last reported"
        value={shown(({ live }) => wholeNumber(live.streams))}
        note={shown(({ live }) => `${wholeNumber(live.processes)} ${live.processes === 1 ? 'process' : 'processes'}`)}
      />
    </div>
  );
}
