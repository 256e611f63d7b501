import pg from 'pg';
import type { DatabaseAddress } from '../src/database/database.ts';

/** Lists the workers that the coordinator knows in the given database; none for a cluster with one node. */
export async function listWorkers(coordinator: DatabaseAddress): Promise<DatabaseAddress[]> {
  const rows = await ask(coordinator, 'select nodename, nodeport from pg_dist_node where groupid <> 0');
  return rows.map((row) => ({ ...coordinator, host: String(row['nodename']), port: Number(row['nodeport']) }));
}

/**
 * Makes a cluster from the databases with the coordinator's name on all nodes. Uses few shards, so that tests are
 * quick.
 */
export async function formCluster(
  coordinator: DatabaseAddress,
  workers: readonly DatabaseAddress[],
  { shards = 4 }: { shards?: number } = {},
): Promise<void> {
  const { database } = coordinator;
  for (const node of [coordinator, ...workers]) await ask({ ...node, database }, 'create extension citus');
  await ask(coordinator, 'select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
  for (const { host, port } of workers) await ask(coordinator, 'select citus_add_node($1, $2)', [host, port]);
  if (workers.length === 0)
    await ask(coordinator, "select citus_set_node_property($1, $2, 'shouldhaveshards', true)", [
      coordinator.host,
      coordinator.port,
    ]);
  await ask(coordinator, `alter database ${database} set citus.shard_count = ${shards}`);
}

async function ask(address: DatabaseAddress, statement: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query<pg.QueryResultRow>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
