// The tests' clock in PostgreSQL. `current_timestamp` and `clock_timestamp()` keep the machine's: nothing that runs in
// tests compares them with `now()`.
import childProcess from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/** Returns the statement that moves `now()` in one database, and in those cloned from it; only a superuser may run it. */
export function moveNow(offsetMillis: number): string {
  const moved = `select transaction_timestamp() + interval '${offsetMillis} milliseconds'`;
  return `create or replace function pg_catalog.now() returns timestamptz language sql stable parallel safe as $$${moved}$$`;
}

/** Moves the clock of every built-in database that this process starts, before its first start. */
export function moveBuiltInDatabases(offsetMillis: number): void {
  const { spawn } = childProcess;
  childProcess.spawn = ((file: string, args: unknown, options: childProcess.SpawnOptions) => {
    const command = Array.isArray(args) ? [file, ...(args as string[])] : [];
    const program = command.findIndex((word) => path.basename(word) === 'postgres');
    const folder = command[program + 1] === '-D' && command[program + 2];
    if (folder && !existsSync(path.join(folder, 'test-clock'))) {
      const [launcher, ...rest] = [...command.slice(0, program + 1), '--single', '-D', folder];
      // New databases are cloned from `template1`; the program uses `postgres`.
      for (const database of ['template1', 'postgres'])
        childProcess.execFileSync(launcher, [...rest, database], {
          input: moveNow(offsetMillis),
          env: options.env,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
      writeFileSync(path.join(folder, 'test-clock'), '');
    }
    return spawn(file, args as string[], options);
  }) as typeof spawn;
  syncBuiltinESMExports();
}
