#!/usr/bin/env node
import { readEnvironment } from './config/environment.ts';
import { ConfigError } from './config/config.ts';
import { checkConfig } from './cli/config-check.ts';
import { grantRole } from './cli/admin.ts';
import { listSetAside, redrive } from './cli/jobs.ts';
import { migrateOnly } from './cli/migrate.ts';
import { Refusal, runRoles } from './cli/run.ts';
import { verify } from './cli/verify.ts';

const usage = `Usage: tidemark [command]

  all                        serve and work in one process (default)
  serve                      API and web app
  work                       background work
  migrate                    bring the database up to date and end
  verify                     hold what is stored against what Instagram says (--account ID, --days 14, --json)
  jobs list                  accounts whose sync was set aside after five faults
  jobs redrive [ID …]        give them, or those named, five attempts more
  config check               look for mistakes in the configuration
  admin grant EMAIL ROLE     ROLE is user or system-admin`;

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
  'config check': async () => checkConfig(readEnvironment()),
  'admin grant': ([email = '', role = '']) => grantRole(readEnvironment(), email, role),
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
