import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { onServer } from './on-nodes.ts';

/** Creates an empty database with an owner and a role for the product, as docs/operating.md describes. */
export async function createDatabaseWithOwner({ encoding = 'UTF8' } = {}) {
  const { server } = inject('database');
  const id = randomBytes(6).toString('hex');
  const [owner, role, database] = [`owner_${id}`, `app_${id}`, `tidemark_test_${id}`];
  for (const name of [owner, role]) await onServer(server, `create role ${name} login password 'correct horse'`);
  await onServer(
    server,
    `create database ${database} owner ${owner} encoding '${encoding}' locale 'C' template template0`,
  );
  const login = { ...server, password: 'correct horse', database };
  return {
    address: { ...login, user: role },
    ownerAddress: { ...login, user: owner },
    superuserAddress: { ...server, database },
    async drop() {
      await onServer(server, `drop database ${database} with (force)`);
      for (const name of [owner, role]) await onServer(server, `drop role ${name}`);
    },
  };
}
