import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Returns the environment, with `.env` in the working directory as defaults. The only access to `process.env`. */
export function readEnvironment(): Record<string, string | undefined> {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  return { ...file, ...process.env };
}
