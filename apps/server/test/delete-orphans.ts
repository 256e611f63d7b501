import path from 'node:path';
import { deletionWork } from '../src/features/sync/deletion/jobs.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createFileStore } from '../src/platform/files/file-store.ts';
import { createLog } from '../src/platform/log/log.ts';
import { runWork } from './run-work.ts';
import type { TestApp } from './start-test-app.ts';

/** Runs the deletion of orphaned accounts once, in place of a wait for the app's own. */
export function deleteOrphans({ db, dataDir }: TestApp, clock: Clock): Promise<string[]> {
  return runWork(deletionWork, {
    db,
    clock,
    log: createLog({ level: 'silent' }),
    files: createFileStore(path.join(dataDir, 'files')),
    deleteUserContent: async () => undefined,
  });
}
