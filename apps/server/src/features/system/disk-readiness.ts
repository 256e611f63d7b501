import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Check, CheckResult } from './readiness.ts';
import { checkInBackground } from './background-check.ts';

const intervalMillis = 10_000;
const mebibyte = 1024 ** 2;
/** Below it, `tidemark doctor` reports an error. */
export const minFreeMebibytes = 200;
const probe = Buffer.alloc(4_096);

/** Writes a small file below DATA_DIR from time to time, and looks how much space is left. */
export function createDiskCheck(dataDir: string): Check {
  return checkInBackground(intervalMillis, async () => {
    const file = path.join(dataDir, 'disk-probe');
    try {
      await writeFile(file, probe, { mode: 0o600, flush: true });
      await rm(file, { force: true });
      return toDiskState(await findFreeMebibytes(dataDir));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
      return { state: 'degraded', reason: `DATA_DIR cannot be written to, so changes fail${code}` };
    }
  });
}

export function toDiskState(freeMebibytes: number): CheckResult {
  if (freeMebibytes >= minFreeMebibytes) return { state: 'ok' };
  return {
    state: 'degraded',
    reason: `The disk of DATA_DIR is almost full: less than ${minFreeMebibytes} MiB are free, and changes fail without space`,
  };
}

export async function findFreeMebibytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / mebibyte);
}
