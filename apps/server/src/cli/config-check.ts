import { leastPrivilegeAdvice } from '../database/access.ts';
import { readConfig, readPlaces, wantsSandbox } from '../config/config.ts';
import { listDeprecations } from '../config/renamed-variables.ts';

/** Throws with every mistake at once, or prints that there is none. */
export function checkConfig(environment: Record<string, string | undefined>): void {
  readPlaces(environment);
  for (const deprecation of listDeprecations(environment)) console.log(`Warning: ${deprecation}`);
  if (wantsSandbox(environment)) {
    console.log('The configuration is valid. No providers are configured, so the sandbox is used.');
    return;
  }
  readConfig(environment);
  if (environment['DATABASE_URL'] && !environment['MIGRATION_DATABASE_URL'])
    console.log(
      `Warning: MIGRATION_DATABASE_URL is not set. If the role of DATABASE_URL also applies migrations, it can rewrite the audit log: ${leastPrivilegeAdvice}.`,
    );
  console.log('The configuration is valid.');
}
