import type { Fleet } from '@tidemark/contract';
import type { ReactNode } from 'react';
import { lastSync, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { bytesText, durationText } from './fleet-words.ts';
import styles from './fleet.module.css';

type Facts = [name: string, value: ReactNode][];

export function FleetFacts({ fleet }: { fleet: Fleet | undefined }) {
  return (
    <div className={styles.half}>
      <FactCard title="Jobs" facts={fleet && workFacts(fleet)}>
        {fleet && fleet.queue.dead.length > 0 && (
          <ul className={styles.dead} aria-label="Suspended accounts">
            {fleet.queue.dead.map(({ accountId, since, error }) => (
              <li key={accountId}>
                {accountId}
                <span>
                  {lastSync(since)}: {error || 'no message'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </FactCard>
      <FactCard
        title="Database"
        facts={
          fleet && [
            ['PostgreSQL', fleet.database.version],
            ['Size', bytesText(fleet.database.bytes)],
            ['Connections', wholeNumber(fleet.database.connections)],
            ...fleet.database.tables.slice(0, 4).map(({ name, bytes }): Facts[number] => [name, bytesText(bytes)]),
          ]
        }
      />
      <FactCard title="This process" facts={fleet && processFacts(fleet)} />
    </div>
  );
}

function FactCard({ title, facts, children }: { title: string; facts: Facts | undefined; children?: ReactNode }) {
  return (
    <Card title={title} aria-busy={facts === undefined}>
      {facts ? (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton height={210} radius={14} />
      )}
      {children}
    </Card>
  );
}

function workFacts({ queue, syncs }: Fleet): Facts {
  return [
    ['Queued by schedule', wholeNumber(queue.ordinary)],
    ['Queued by users', wholeNumber(queue.urgent)],
    ['Due now', wholeNumber(syncs.due)],
    ['Unfinished first syncs', wholeNumber(syncs.firstSyncs)],
    ['Throttled accounts', wholeNumber(syncs.throttled)],
  ];
}

function processFacts({ process, at }: Fleet): Facts {
  return [
    ['Tidemark', process.version],
    ['Node', process.node],
    ['Uptime', durationText(process.startedAt, Date.parse(at))],
    ['Memory', bytesText(process.memoryBytes)],
    ['Host', process.host],
    ['Migrations', wholeNumber(process.migrations)],
  ];
}
