import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isAlive } from './postmaster.ts';

const Holder = z.object({ pid: z.number(), startedAt: z.string(), process: z.string() });

export class FolderHeld extends Error {}

/** Makes this process the only one on a data folder. What a killed process left behind is cleared. */
export async function holdFolder(dataDir: string): Promise<() => Promise<void>> {
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
    const held = Holder.safeParse(
      await readFile(file, 'utf8')
        .then(JSON.parse)
        .catch(() => null),
    ).data;
    if (held && held.pid !== process.pid && isAlive(held.pid) && held.process === (await startOf(held.pid))) {
      throw new FolderHeld(
        `Another Tidemark (process ${held.pid}, since ${held.startedAt}) uses the data folder ${dataDir}.`,
      );
    }
    await rm(file, { force: true });
  }
  throw new FolderHeld(`Another Tidemark is just starting on the data folder ${dataDir}.`);
}

/** When a process started, in the kernel's ticks: a pid that was given out again has another start. proc(5), field 22. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
