import { readConfig, readPlaces, wantsSandbox, type Config } from '../config/config.ts';
import { resolveRenamedVariables } from '../config/renamed-variables.ts';
import { hasSandbox } from './sandbox-process.ts';
import { CliError } from './cli-error.ts';

type Environment = Record<string, string | undefined>;

/** Reads the configuration for the Tidemark running here; the running sandbox supplies its part. */
export async function readRunningConfig(environment: Environment): Promise<Config> {
  if (!wantsSandbox(environment) || !hasSandbox()) return readConfig(environment);
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
