import { parseArgs } from 'node:util';
import { ConfigError, type Config } from '../config/config.ts';
import { connectDatabase, type Database, type DatabaseAddress } from '../database/database.ts';
import { isMigrated } from '../database/migrate.ts';
import { checkEncryptionKeys } from './checks/encryption-keys.ts';
import { checkIdentityProvider } from './checks/identity-provider.ts';
import { checkMail } from './checks/mail.ts';
import { checkPublicAddress } from './checks/public-address.ts';
import { checkGithub, checkStripe } from './checks/services.ts';
import { checkBackupFolder, checkDatabase, checkDisk, checkRedis } from './checks/storage.ts';
import { error, ok, toLines, warning, type Check } from './checks/check.ts';
import { CliError } from './cli-error.ts';
import { openRunningDatabase } from './open-running-database.ts';
import { readRunningConfig } from './read-running-config.ts';
import { loadChecks } from '../networks/commands.ts';

type Environment = Record<string, string | undefined>;

/**
 * Checks the configuration and the systems it names; prints a line per check. Returns 1 if one is an error. Changes
 * nothing.
 */
export async function doctor(environment: Environment, args: readonly string[]): Promise<number> {
  const { json } = readArguments(args);
  let hasErrors = false;
  for await (const check of diagnose(environment)) {
    hasErrors ||= check.level === 'error';
    console.log(json ? JSON.stringify(check) : toLines(check));
  }
  return hasErrors ? 1 : 0;
}

async function* diagnose(environment: Environment): AsyncGenerator<Check> {
  let config: Config;
  try {
    config = await readRunningConfig(environment, null);
    yield ok('Configuration', 'It is valid');
  } catch (cause) {
    const fix = 'Correct it in .env or the environment; the other checks need a valid configuration.';
    if (cause instanceof ConfigError) for (const problem of cause.problems) yield error('Configuration', problem, fix);
    else if (cause instanceof CliError) yield error('Sandbox', cause.message, 'Start Tidemark, then run doctor.');
    else throw cause;
    return;
  }
  const places = { dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null };
  const access = await openRunningDatabase(places).catch((cause: unknown) => {
    if (cause instanceof CliError) return cause;
    throw cause;
  });
  if (access instanceof CliError) {
    yield* checkServices(config);
    yield error('Database', access.message, 'Correct DATA_DIR, or set DATABASE_URL.');
    return;
  }
  const encryptionKeys = config.encryptionKeys?.reveal() ?? access.encryptionKeys;
  const db = connectDatabase(access.address, { max: 2, readOnly: true });
  try {
    // What operators have stored is unknown while the database is away; its own check says so.
    config = await readRunningConfig(environment, { db, encryptionKeys }).catch(() => config);
    yield* checkServices(config);
    yield* checkWithDatabase(config, { db, address: access.address, encryptionKeys });
  } finally {
    await db.destroy();
    await access.close();
  }
}

async function* checkServices(config: Config): AsyncGenerator<Check> {
  yield* checkDisk(config.dataDir);
  if (config.backups) yield await checkBackupFolder(config.backups.folder);
  if (config.oidc.isBuiltIn) yield ok('Identity provider', 'Users sign in to Tidemark itself: OIDC_ISSUER is not set');
  else yield* checkIdentityProvider(config.oidc, { appUrl: config.appUrl, forAssistants: config.mcpResource !== null });
  yield* (await loadChecks()).checkApps(config);
  if (config.redisUrl) yield await checkRedis(config.redisUrl.reveal(), config.redisPrefix);
  if (config.github) yield await checkGithub(config.github);
  if (config.mail) yield await checkMail(config.mail);
  else
    yield warning(
      'Mail',
      'SMTP_URL is not set: users can’t reset passwords by mail, and no digests are sent',
      `As an operator, open ${config.appUrl}/system/settings, or set SMTP_URL and MAIL_FROM.`,
    );
}

async function* checkWithDatabase(
  config: Config,
  { db, address, encryptionKeys }: { db: Database; address: DatabaseAddress; encryptionKeys: string },
): AsyncGenerator<Check> {
  yield* checkDatabase(address, { hasDirectUrl: config.databaseDirectUrl !== null });
  const isUsable = await isMigrated(db).catch(() => false);
  if (config.stripe) yield* checkStripe(config.stripe, { ...config, db: isUsable ? db : null });
  const keys = isUsable ? await checkEncryptionKeys(db, encryptionKeys) : null;
  if (keys) yield keys;
  if (keys?.level === 'ok') yield* (await loadChecks()).checkLogins(config, { db, encryptionKeys });
  yield* checkPublicAddress({ appUrl: config.appUrl, encryptionKeys });
}

function readArguments(args: readonly string[]): { json: boolean } {
  try {
    return parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } }).values;
  } catch (cause) {
    throw new CliError(
      'Usage: tidemark doctor [--json], or tidemark doctor graph [--account ID] [--host facebook|instagram] [--json]',
      { cause },
    );
  }
}
