import type { Fleet } from '@tidemark/contract';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ValueBars } from '../value-bars.tsx';
import { problemName } from './fleet-labels.ts';
import { failureNames } from './fleet-sentence.ts';
import styles from './fleet.module.css';

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

export function GraphCard({ fleet }: { fleet: Fleet | undefined }) {
  return (
    <div className={styles.wide}>
      <Card title="Graph API" sub={fleet && usageText(fleet)}>
        {fleet ? <Hours graph={fleet.graph} /> : <Skeleton height={150} radius={14} />}
      </Card>
      <Card title="Accounts out of date" sub="By reason, as shown to their users.">
        {!fleet && <Skeleton height={120} radius={14} />}
        {fleet?.failures.length === 0 && <p className={styles.calm}>Every account is up to date.</p>}
        {fleet && fleet.failures.length > 0 && (
          <Facts>
            {fleet.failures.map((failure) => (
              <Fact
                key={failure.code}
                label={
                  <>
                    {problemName(failure.code)}
                    <span className={styles.names}>{failureNames(failure)}</span>
                  </>
                }
              >
                {wholeNumber(failure.accounts)}
              </Fact>
            ))}
          </Facts>
        )}
      </Card>
    </div>
  );
}

function Hours({ graph }: { graph: Fleet['graph'] }) {
  const [first] = graph.hours;
  return (
    <>
      <div className={styles.hours}>
        <ValueBars
          values={graph.hours.map(({ hour, calls }) => ({ key: hour, value: calls }))}
          label="Calls per hour"
          format={compactNumber}
          height={120}
          hasAxis
        />
        <p className={styles.axis} aria-hidden="true">
          <span>{first && time.format(new Date(first.hour))} yesterday</span>
          <span>Now</span>
        </p>
      </div>
      {graph.pauses.length > 0 && (
        <ul className={styles.pauses}>
          {graph.pauses.map(({ scope, until, reason }) => (
            <li key={scope}>
              <Chip tone="warn">
                {scope === 'app' ? 'All accounts paused' : `Account ${scope} paused`} until{' '}
                {time.format(new Date(until))}: {reason}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function usageText({ graph }: Fleet): string {
  return `${wholeNumber(graph.callsLastDay)} calls in ${wholeNumber(graph.requestsLastDay)} requests in the last 24 hours, ${wholeNumber(graph.callsThisHour)} this hour.`;
}
