import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100;

/** Returns a process's, or one thread's, processor time in seconds; zero where the system does not say. */
export async function readProcessorSeconds(pid: number, thread?: number): Promise<number> {
  const folder = thread === undefined ? `/proc/${pid}` : `/proc/${pid}/task/${thread}`;
  const stat = await readFile(`${folder}/stat`, 'utf8').catch(() => '');
  // The name in brackets may contain spaces: fields are counted from the bracket that closes it.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}
