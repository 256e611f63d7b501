import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Settings for starting PostgreSQL, which refuses to run as root. */
export interface Launch {
  command(program: string, args: string[]): { file: string; args: string[] };
}

const plain: Launch = { command: (program, args) => ({ file: program, args }) };

/**
 * Returns the way to start it. Ordinary users start it directly. Root starts it in a user namespace in which root has
 * another UID: the files still belong to root, so no other user can read them.
 */
export async function findLaunch(): Promise<Launch> {
  if (process.getuid?.() !== 0) return plain;
  const namespace = ['--user', '--map-user=1000'];
  try {
    await run('unshare', [...namespace, 'true']);
  } catch (cause) {
    throw new Error('The built-in database cannot run as root. Start Tidemark as a regular user or set DATABASE_URL.', {
      cause,
    });
  }
  return { command: (program, args) => ({ file: 'unshare', args: [...namespace, '--', program, ...args] }) };
}
