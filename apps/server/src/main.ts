#!/usr/bin/env node
import { ConfigError } from './config/config.ts';
import { DataDirError } from './config/data-dir.ts';
import { readEnvironment } from './config/environment.ts';
import { trustExtraCaCerts } from './config/extra-ca-certs.ts';
import { explainDatabaseError } from './database/explain-error.ts';
import { CliError } from './cli/cli-error.ts';
import { networkCommands } from './networks/commands.ts';

const usage = `Usage: tidemark [command]

  all                        run the server and the worker in one process (default)
  serve                      run the API and web app
  work                       run the background worker
  setup                      ask for production settings, test them, and write .env (--yes, --set NAME=VALUE, --force)
  migrate                    apply pending migrations and exit
  upgrade --check            try pending migrations on a copy, while the earlier version runs (--scratch)
  verify                     compare stored data with Instagram (--account ID, --days 14, --json)
  verify --repair            also refetch data that differs
  replay                     compare stored data with Instagram’s stored answers (--account ID, --days DAYS, --json)
  replay --apply             also correct data that differs
  evidence export ACCOUNT FOLDER  write stored answers without IDs, names and texts (--days DAYS)
  doctor                     check the configuration and every service in it (--json)
  doctor graph               check Tidemark’s assumptions about the Graph API (--account ID, --json)
  jobs list                  list background work, and accounts suspended after five failed syncs
  jobs pause|resume NAME     pause background work in all processes, or resume it
  jobs redrive [ID|NAME …]   retry suspended accounts (all, or those given), or what background work has failed to do
  backup FILE|FOLDER         back up everything but the keys to a file, while running (--dry-run)
  restore FILE               restore a backup into an empty database (--replace, --dry-run, --unsigned)
  restore --verify FILE      test a backup in a temporary database (--scratch, --unsigned)
  export EMAIL               write the data of a user’s accounts to a file (--from, --to, --format, --output)
  mail bounce [ADDRESS]      count undeliverable mail from standard input (MAIL_RETURN_PATH)
  keys check                 list the encryption keys in use
  keys rotate                re-encrypt everything with the first key (--dry-run)
  keys prune                 remove unused keys from the data folder
  tokens revoke --all        revoke all sessions and Meta logins (--dry-run)
  tokens revoke --pending    retry revocations that failed at Meta
  config check               validate the configuration
  settings list              list what operators have set in the browser
  settings remove NAME       delete one of these settings
  users list                 list users with a password or passkey, and open invitations
  users setup-link           print a new link for creating the first operator
  users invite EMAIL         print an invitation link for a new user (--operator)
  users reset-link EMAIL     print a link for a user to set a new password
  users remove-codes EMAIL   turn off codes for a user who lost their authenticator app
  admin grant EMAIL          grant operator access to an existing user
  admin revoke EMAIL         revoke operator access
  admin list                 list operators
  admin audit                verify the audit log (--accept accepts entries that cannot be checked)`;

type Environment = Record<string, string | undefined>;
/** Returns the exit code, if it is not 0. */
type Run = (environment: Environment, args: string[]) => Promise<number | void> | void;

const runRoles =
  (roles: { serve: boolean; work: boolean }): Run =>
  async (environment) =>
    (await import('./cli/run.ts')).runRoles(roles, environment);

/** Loads only the modules that a command needs; the whole server takes seconds of processor time to load. */
const commands: Record<string, () => Promise<Run> | Run> = {
  all: () => runRoles({ serve: true, work: true }),
  serve: () => runRoles({ serve: true, work: false }),
  work: () => runRoles({ serve: false, work: true }),
  setup: async () => (await import('./cli/setup.ts')).setUp,
  migrate: async () => (await import('./cli/migrate.ts')).migrateOnly,
  upgrade: async () => (await import('./cli/upgrade.ts')).checkUpgrade,
  replay: async () => (await import('./cli/replay.ts')).replay,
  doctor: async () => (await import('./cli/doctor.ts')).doctor,
  'jobs list': async () => (await import('./cli/jobs.ts')).listJobs,
  'jobs pause': async () => (await import('./cli/jobs.ts')).pauseJob,
  'jobs resume': async () => (await import('./cli/jobs.ts')).resumeJob,
  'jobs redrive': async () => (await import('./cli/jobs.ts')).redriveJobs,
  backup: async () => (await import('./cli/backup.ts')).backup,
  restore: async () => (await import('./cli/restore.ts')).restore,
  export: async () => (await import('./cli/export.ts')).exportToFile,
  'mail bounce': async () => (await import('./cli/mail.ts')).readBounce,
  'keys check': async () => (await import('./cli/keys.ts')).checkKeys,
  'keys rotate': async () => (await import('./cli/keys.ts')).rotateKeys,
  'keys prune': async () => (await import('./cli/keys.ts')).pruneKeys,
  'tokens revoke': async () => (await import('./cli/tokens.ts')).revokeTokens,
  'settings list': async () => (await import('./cli/settings.ts')).listSettings,
  'settings remove': async () => (await import('./cli/settings.ts')).removeSetting,
  'config check': async () => (await import('./cli/config-check.ts')).checkConfig,
  'users list': async () => (await import('./cli/users.ts')).printSignIns,
  'users setup-link': async () => (await import('./cli/users.ts')).printSetupLink,
  'users invite': async () => (await import('./cli/users.ts')).inviteUser,
  'users reset-link': async () => (await import('./cli/users.ts')).printResetLink,
  'users remove-codes': async () => (await import('./cli/users.ts')).removeUserCodes,
  'admin grant': async () => (await import('./cli/admin.ts')).grantRole,
  'admin revoke': async () => (await import('./cli/admin.ts')).revokeRole,
  'admin list': async () => (await import('./cli/admin.ts')).printOperators,
  'admin audit': async () => (await import('./cli/admin.ts')).checkAudit,
  ...networkCommands,
};

const words = process.argv.slice(2);
const name =
  words.length === 0 ? 'all' : [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => candidate in commands);
const load = name === undefined ? undefined : commands[name];

if (!load || !name) {
  console.error(usage);
  process.exit(64);
}

try {
  const environment = readEnvironment();
  trustExtraCaCerts(environment);
  const run = await load();
  const code = await run(environment, words.slice(name.split(' ').length));
  if (code) process.exitCode = code;
} catch (error) {
  // Errors that the user can fix get one sentence; only bugs get a stack.
  if (error instanceof ConfigError || error instanceof CliError || error instanceof DataDirError)
    console.error(error.message);
  else console.error(explainDatabaseError(error) ?? error);
  process.exit(error instanceof ConfigError ? 78 : 1);
}
