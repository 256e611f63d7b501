import { readConfig, readPlaces, wantsSandbox, type Config } from '../config/config.ts';
import { Refusal } from './refusal.ts';

type Environment = Record<string, string | undefined>;

/** The configuration of the Tidemark that runs here; the sandbox, where it stands in, tells its part itself. */
export async function readWholeConfig(environment: Environment): Promise<Config> {
  if (!wantsSandbox(environment)) return readConfig(environment);
  const { sandboxPort } = readPlaces(environment);
  try {
    const answer = await fetch(`http://localhost:${sandboxPort}/_sandbox/environment`);
    const given = Object.entries((await answer.json()) as Record<string, unknown>);
    return readConfig(
      { ...environment, ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])) },
      { sandbox: true },
    );
  } catch (cause) {
    throw new Refusal('The sandbox does not answer: start Tidemark first, and do this beside it.', { cause });
  }
}
