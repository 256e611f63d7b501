import { leastPrivilegeAdvice } from '../database/access.ts';
import { readConfig, readPlaces, wantsSandbox } from '../config/config.ts';
import { hasSandbox } from './sandbox-process.ts';
import { listDeprecations } from '../config/renamed-variables.ts';

/** Throws with every mistake at once, or prints that there is none; with `--quiet`, prints nothing. */
export function checkConfig(environment: Record<string, string | undefined>, args: readonly string[]): void {
  readPlaces(environment);
  const usesSandbox = wantsSandbox(environment) && hasSandbox();
  if (args.includes('--quiet')) return usesSandbox ? undefined : void readConfig(environment);
  for (const deprecation of listDeprecations(environment)) console.log(`Warning: ${deprecation}`);
  if (usesSandbox) {
    console.log('The configuration is valid. No providers are configured, so the sandbox is used.');
    return;
  }
  const { meta, appUrl, mail, oidc, requireSecondFactor, backups } = readConfig(environment);
  if (!meta.isConfigured)
    console.log(`META_APP_ID is not set here. An operator can enter the Meta app at ${appUrl}/system/meta.`);
  if (!mail)
    console.log(
      `SMTP_URL is not set here. Unless an operator sets up mail at ${appUrl}/system/settings, none is sent: no password resets, invitations or digests.`,
    );
  if (!backups) console.log('Warning: BACKUP_DIR is not set. Tidemark makes no backups by itself.');
  if (oidc.isBuiltIn && requireSecondFactor === 'none')
    console.log('Warning: REQUIRE_SECOND_FACTOR is not set. A password alone is enough, also for operators.');
  if (environment['DATABASE_URL'] && !environment['MIGRATION_DATABASE_URL'])
    console.log(
      `Warning: MIGRATION_DATABASE_URL is not set. If the role of DATABASE_URL also applies migrations, it can rewrite the audit log: ${leastPrivilegeAdvice}.`,
    );
  console.log('The configuration is valid.');
}
