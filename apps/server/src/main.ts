#!/usr/bin/env node
import { readEnvironment } from './config/environment.ts';
import { ConfigError } from './config/config.ts';
import { checkConfig } from './cli/config-check.ts';
import { checkAudit, giveRole, printOperators } from './cli/admin.ts';
import { backup } from './cli/backup.ts';
import { listSetAside, redrive } from './cli/jobs.ts';
import { checkKeys, pruneKeys, rotateKeys } from './cli/keys.ts';
import { migrateOnly } from './cli/migrate.ts';
import { restore } from './cli/restore.ts';
import { Refusal, runRoles } from './cli/run.ts';
import { revokeTokens } from './cli/tokens.ts';
import { verify } from './cli/verify.ts';

const usage = `Usage: tidemark [command]

  all                        serve and work in one process (default)
  serve                      API and web app
  work                       background work
  migrate                    bring the database up to date and end
  verify                     hold what is stored against what Instagram says (--account ID, --days 14, --json)
  jobs list                  accounts whose sync was set aside after five faults
  jobs redrive [ID …]        give them, or those named, five attempts more
  backup FILE|FOLDER         everything but the keys, into one file, while Tidemark runs (--dry-run)
  restore FILE               put a backup into an empty database (--replace, --dry-run)
  restore --verify FILE      try a backup in a database that is thrown away
  keys check                 which encryption keys are in use
  keys rotate                seal everything with the first key (--dry-run)
  keys prune                 take unused keys out of the data folder
  tokens revoke --all        end every session and every Meta login (--dry-run)
  tokens revoke --left       offer Meta again what it did not take back
  config check               look for mistakes in the configuration
  admin grant EMAIL          make somebody who has signed in an operator
  admin revoke EMAIL         no longer
  admin list                 who is an operator
  admin audit                whether the log of what operators did is as it was written`;

const commands: Record<string, (args: string[]) => Promise<void>> = {
  all: () => runRoles({ serve: true, work: true }, readEnvironment()),
  serve: () => runRoles({ serve: true, work: false }, readEnvironment()),
  work: () => runRoles({ serve: false, work: true }, readEnvironment()),
  migrate: () => migrateOnly(readEnvironment()),
  verify: async (args) => {
    process.exitCode = await verify(readEnvironment(), args);
  },
  'jobs list': () => listSetAside(readEnvironment()),
  'jobs redrive': (ids) => redrive(readEnvironment(), ids),
  backup: (args) => backup(readEnvironment(), args),
  restore: async (args) => {
    process.exitCode = await restore(readEnvironment(), args);
  },
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
  'config check': async () => checkConfig(readEnvironment()),
  'admin grant': ([email = '', role = 'system-admin']) => giveRole(readEnvironment(), email, role),
  'admin revoke': ([email = '']) => giveRole(readEnvironment(), email, 'user'),
  'admin list': () => printOperators(readEnvironment()),
  'admin audit': async () => {
    process.exitCode = await checkAudit(readEnvironment());
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
  await command(words.slice(name.split(' ').length));
} catch (error) {
  // One sentence for what a person can mend; a stack only for what is our fault.
  if (error instanceof ConfigError || error instanceof Refusal) console.error(error.message);
  else console.error(error);
  process.exit(error instanceof ConfigError ? 78 : 1);
}
