#!/usr/bin/env node
import { readEnvironment } from './config/environment.ts';
import { ConfigError } from './config/config.ts';
import { trustExtraCaCerts } from './config/extra-ca-certs.ts';
import { DataDirError } from './config/data-dir.ts';
import { explainDatabaseError } from './database/explain-error.ts';
import { checkConfig } from './cli/config-check.ts';
import { checkAudit, giveRole, printOperators } from './cli/admin.ts';
import { backup } from './cli/backup.ts';
import { listSetAside, redrive } from './cli/jobs.ts';
import { exportToFile } from './cli/export.ts';
import { doctorGraph } from './cli/doctor-graph.ts';
import { doctor } from './cli/doctor.ts';
import { readBounce } from './cli/mail.ts';
import { checkKeys, pruneKeys, rotateKeys } from './cli/keys.ts';
import { migrateOnly } from './cli/migrate.ts';
import { restore } from './cli/restore.ts';
import { setUp } from './cli/setup.ts';
import { CliError, runRoles } from './cli/run.ts';
import { revokeTokens } from './cli/tokens.ts';
import { checkUpgrade } from './cli/upgrade.ts';
import { inviteUser, printResetLink, printSignIns, removeCodesOf } from './cli/users.ts';
import { verify } from './cli/verify.ts';

const usage = `Usage: tidemark [command]

  all                        run the server and the worker in one process (default)
  serve                      run the API and web app
  work                       run the background worker
  setup                      ask for what production needs, try it, and write .env (--yes, --set NAME=VALUE, --force)
  migrate                    apply pending migrations and exit
  upgrade --check            try pending migrations on a copy, while the earlier version runs (--scratch)
  verify                     compare stored data with Instagram (--account ID, --days 14, --json)
  verify --repair            also refetch data that differs
  doctor                     check the configuration and everything that it names (--json)
  doctor graph               check Tidemark’s assumptions about the Graph API (--account ID, --json)
  jobs list                  list accounts suspended after five failed syncs
  jobs redrive [ID …]        retry all or the given suspended accounts
  backup FILE|FOLDER         back up everything but the keys to a file, while running (--dry-run)
  restore FILE               restore a backup into an empty database (--replace, --dry-run, --unsigned)
  restore --verify FILE      test a backup in a temporary database (--scratch, --unsigned)
  export EMAIL               write the figures of a user’s accounts to a file (--from, --to, --format, --output)
  mail bounce [ADDRESS]      count undeliverable mail from standard input (MAIL_RETURN_PATH)
  keys check                 list the encryption keys in use
  keys rotate                re-encrypt everything with the first key (--dry-run)
  keys prune                 remove unused keys from the data folder
  tokens revoke --all        revoke all sessions and Meta logins (--dry-run)
  tokens revoke --pending    retry revocations that failed at Meta
  config check               validate the configuration
  users list                 list who signs in with a password or passkey, and open invitations
  users invite EMAIL         print a link with which somebody new signs in (--operator)
  users reset-link EMAIL     print a link with which a user sets a new password
  users remove-codes EMAIL   stop requiring codes of a user who lost their authenticator app
  admin grant EMAIL          grant operator access to an existing user
  admin revoke EMAIL         revoke operator access
  admin list                 list operators
  admin audit                verify the audit log (--accept vouches for what cannot be checked)`;

const commands: Record<string, (args: string[]) => Promise<void>> = {
  all: () => runRoles({ serve: true, work: true }, readEnvironment()),
  serve: () => runRoles({ serve: true, work: false }, readEnvironment()),
  work: () => runRoles({ serve: false, work: true }, readEnvironment()),
  setup: async (args) => {
    process.exitCode = await setUp(readEnvironment(), args);
  },
  migrate: () => migrateOnly(readEnvironment()),
  upgrade: async (args) => {
    process.exitCode = await checkUpgrade(readEnvironment(), args);
  },
  verify: async (args) => {
    process.exitCode = await verify(readEnvironment(), args);
  },
  doctor: async (args) => {
    process.exitCode = await doctor(readEnvironment(), args);
  },
  'doctor graph': async (args) => {
    process.exitCode = await doctorGraph(readEnvironment(), args);
  },
  'jobs list': () => listSetAside(readEnvironment()),
  'jobs redrive': (ids) => redrive(readEnvironment(), ids),
  backup: (args) => backup(readEnvironment(), args),
  restore: async (args) => {
    process.exitCode = await restore(readEnvironment(), args);
  },
  export: (args) => exportToFile(readEnvironment(), args),
  'mail bounce': (args) => readBounce(readEnvironment(), args),
  'keys check': async () => {
    process.exitCode = await checkKeys(readEnvironment());
  },
  'keys rotate': async (args) => {
    process.exitCode = await rotateKeys(readEnvironment(), args);
  },
  'keys prune': () => pruneKeys(readEnvironment()),
  'tokens revoke': async (args) => {
    process.exitCode = await revokeTokens(readEnvironment(), args);
  },
  'config check': async (args) => checkConfig(readEnvironment(), args),
  'users list': () => printSignIns(readEnvironment()),
  'users invite': (args) => inviteUser(readEnvironment(), args),
  'users reset-link': (args) => printResetLink(readEnvironment(), args),
  'users remove-codes': (args) => removeCodesOf(readEnvironment(), args),
  'admin grant': ([email = '', role = 'system-admin']) => giveRole(readEnvironment(), email, role),
  'admin revoke': ([email = '']) => giveRole(readEnvironment(), email, 'user'),
  'admin list': () => printOperators(readEnvironment()),
  'admin audit': async (args) => {
    process.exitCode = await checkAudit(readEnvironment(), args);
  },
};

const words = process.argv.slice(2);
const name =
  words.length === 0 ? 'all' : [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => candidate in commands);
const command = name === undefined ? undefined : commands[name];

if (!command || !name) {
  console.error(usage);
  process.exit(64);
}

try {
  trustExtraCaCerts(readEnvironment());
  await command(words.slice(name.split(' ').length));
} catch (error) {
  // One sentence for errors that the user can fix; a stack only for bugs.
  if (error instanceof ConfigError || error instanceof CliError || error instanceof DataDirError)
    console.error(error.message);
  else console.error(explainDatabaseError(error) ?? error);
  process.exit(error instanceof ConfigError ? 78 : 1);
}
