import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from './postmaster.ts';

const LockOwner = z.object({ pid: z.number(), startedAt: z.string(), process: z.string() });

export class DataDirLockedError extends Error {}

/**
 * Locks the data folder for this process, clearing what a killed process left behind. Returns a function that unlocks
 * it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'holder.json');
  const mine = JSON.stringify({
    pid: process.pid,
    startedAt: new Date().toISOString(),
    process: await startOf(process.pid),
  });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: 0o600 });
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = LockOwner.safeParse(
      await readFile(file, 'utf8')
        .then(JSON.parse)
        .catch(() => null),
    ).data;
    if (owner && owner.pid !== process.pid && isAlive(owner.pid) && owner.process === (await startOf(owner.pid))) {
      throw new DataDirLockedError(
        `Another Tidemark (process ${owner.pid}, since ${owner.startedAt}) is using the data folder ${dataDir}.`,
      );
    }
    await rm(file, { force: true });
  }
  throw new DataDirLockedError(`Another Tidemark is starting with the data folder ${dataDir}.`);
}

/** Returns a process's start time in clock ticks (proc(5), field 22), to detect PID reuse. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
