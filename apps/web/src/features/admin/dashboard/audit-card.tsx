import type { AuditChain, AuditProblem, AuditRow } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { lastSync } from '#web/platform/instant-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { describeChange, type FieldChange, summarizeChanges, toFieldChanges } from './audit-changes.ts';
import { actionName } from './fleet-labels.ts';
import styles from './fleet.module.css';
import { auditQuery } from './fleet.query.ts';

const pageSizes = [5, 10, 25] as const;

const columns: GridColumn<AuditRow>[] = [
  { field: 'at', header: 'When', width: '17%', cell: ({ at }) => lastSync(at) },
  {
    field: 'what',
    header: 'Action',
    phone: 'wide',
    cell: ({ action, change }) => <Action name={actionName(action)} changes={toFieldChanges(change)} />,
  },
  {
    field: 'target',
    header: 'Target',
    cell: ({ target, targetName }) => <bdi title={target}>{targetName ?? target}</bdi>,
  },
  {
    field: 'actor',
    header: 'By',
    cell: ({ actor, ip }) => (
      <span title={actor?.id} className={styles.by} dir="auto">
        {actor === null ? 'Tidemark' : (actor.name ?? 'Deleted user')}
        {ip && <small>{ip}</small>}
      </span>
    ),
  },
  {
    field: 'outcome',
    header: 'Outcome',
    width: '17%',
    cell: ({ outcome, failure }) =>
      outcome === 'ok' ? <Chip tone="good">Done</Chip> : <Chip tone="bad">{failure ?? 'Failed'}</Chip>,
  },
];

/** Expandable if one line does not show everything. */
function Action({ name, changes }: { name: string; changes: readonly FieldChange[] }) {
  if (changes.length < 2)
    return (
      <span className={styles.what}>
        <b>{name}</b>
        <span title={summarizeChanges(changes)}>{summarizeChanges(changes)}</span>
      </span>
    );
  return (
    <details className={styles.what}>
      <summary>
        <b>{name}</b> <span>{summarizeChanges(changes)}</span>
      </summary>
      <ul>
        {changes.map((change) => (
          <li key={change.field}>{describeChange(change)}</li>
        ))}
      </ul>
    </details>
  );
}

/** Lists operator actions, newest first, and tells whether the audit log is intact. */
export function AuditCard() {
  const [paging, setPaging] = useState<{ page: number; pageSize: 5 | 10 | 25 }>({ page: 0, pageSize: 5 });
  const { data, error, isPending, refetch } = useQuery(auditQuery(paging));
  return (
    <Card
      title="Audit log"
      sub="Every operator action, including failed ones. Entries are append-only."
      tools={data && <ChainChip {...data.chain} />}
    >
      <DataGrid
        label="Audit log"
        columns={columns}
        rows={data?.entries ?? []}
        rowId={({ id }) => String(id)}
        rowCount={data?.total ?? 0}
        paginationModel={paging}
        onPaginationModelChange={({ page, pageSize }) =>
          setPaging({ page, pageSize: pageSizes.find((size) => size === pageSize) ?? 5 })
        }
        pageSizeOptions={pageSizes}
        loading={isPending}
        failure={
          error &&
          !data && (
            <EmptyState
              title="Could not load the audit log"
              why={getServerMessage(error, 'Could not reach the server.')}
              action={<Button onClick={() => void refetch()}>Try again</Button>}
            />
          )
        }
        empty={<EmptyState title="No entries yet" why="Operator actions will appear here." />}
      />
    </Card>
  );
}

const problemTexts: Record<AuditProblem, string> = {
  changed: 'Changed',
  missing: 'Entries are missing',
  unsigned: 'Unsigned entry',
  unknown_key: 'Signing key is missing',
};

function ChainChip({ intact, checked, brokenAt, problem }: AuditChain) {
  if (intact)
    return (
      <Chip tone="good" icon={<ShieldCheck size={13} aria-hidden="true" />}>
        {wholeNumber(checked)} checked, intact
      </Chip>
    );
  return (
    <Chip tone="bad" icon={<ShieldAlert size={13} aria-hidden="true" />}>
      {problemTexts[problem ?? 'changed']}
      {brokenAt !== null && ` (entry ${brokenAt})`}
    </Chip>
  );
}
