import type { Fleet } from '@tidemark/contract';
import type { ReactNode } from 'react';
import { bytesText } from '#web/platform/bytes-text.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { lastSync } from '#web/platform/instant-labels.ts';
import { Card } from '#web/ui/card.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { durationText } from './fleet-labels.ts';
import styles from './fleet.module.css';

type FactList = [name: string, value: ReactNode][];

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
            ...fleet.database.tables.slice(0, 4).map(({ name, bytes }): FactList[number] => [name, bytesText(bytes)]),
          ]
        }
      />
      <FactCard title="This process" facts={fleet && processFacts(fleet)} />
    </div>
  );
}

function FactCard({ title, facts, children }: { title: string; facts: FactList | undefined; children?: ReactNode }) {
  return (
    <Card title={title} aria-busy={facts === undefined}>
      {facts ? (
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} label={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      ) : (
        <Skeleton height={210} radius={14} />
      )}
      {children}
    </Card>
  );
}

function workFacts({ queue, syncs }: Fleet): FactList {
  return [
    ['Queued by schedule', wholeNumber(queue.ordinary)],
    ['Queued by users', wholeNumber(queue.urgent)],
    ['Due now', wholeNumber(syncs.due)],
    ['Unfinished first syncs', wholeNumber(syncs.firstSyncs)],
    ['Throttled accounts', wholeNumber(syncs.throttled)],
  ];
}

function processFacts({ process, at }: Fleet): FactList {
  return [
    ['Tidemark', process.version],
    ['Node', process.node],
    ['Uptime', durationText(process.startedAt, Date.parse(at))],
    ['Memory', bytesText(process.memoryBytes)],
    ['Host', process.host],
    ['Migrations', wholeNumber(process.migrations)],
  ];
}
