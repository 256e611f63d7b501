import { readConfig, readPlaces, wantsSandbox, type Config } from '../config/config.ts';
import { resolveRenamedVariables } from '../config/renamed-variables.ts';
import type { Database } from '../database/database.ts';
import { createVault } from '../platform/secrets.ts';
import { hasSandbox } from './sandbox-process.ts';
import { readStoredConfig } from './stored-config.ts';
import { CliError } from './cli-error.ts';

type Environment = Record<string, string | undefined>;

/**
 * Reads the configuration of the Tidemark running here: the environment, completed by what is stored in `session`'s
 * database or by the running sandbox. Throws ConfigError.
 */
export async function readRunningConfig(
  environment: Environment,
  session: { db: Database; encryptionKeys: string } | null,
): Promise<Config> {
  if (!wantsSandbox(environment) || !hasSandbox()) {
    if (!session) return readConfig(environment);
    const vault = createVault(session.encryptionKeys);
    return (await readStoredConfig(environment, { db: session.db, vault })).config;
  }
  const { sandboxPort } = readPlaces(environment);
  try {
    const answer = await fetch(`http://localhost:${sandboxPort}/_sandbox/environment`);
    const given = Object.entries((await answer.json()) as Record<string, unknown>);
    return readConfig(
      {
        ...resolveRenamedVariables(environment).current,
        ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      },
      { sandbox: true },
    );
  } catch (cause) {
    throw new CliError('The sandbox is not responding. Start Tidemark first, then run this command alongside it.', {
      cause,
    });
  }
}
