import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { toUrl } from './read-rows.ts';

/** Starts a PostgreSQL server in the folder, external to the Tidemark that gets its address. */
export async function startOwnPostgres(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startEmbeddedPostgres(folder, { password: 'external', onProblem: console.error });
  return { url: toUrl(server.ownerAddress), stop: () => server.stop() };
}
