import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const isOnOtherServer = ['TEST_DATABASE_URL', 'TEST_CITUS_URL'].some((name) => process.env[name]);
/** The tests whose outcome another PostgreSQL, a pooler or Redis can change; `TEST_ALL=yes` runs all. */
const dependingOnServer = [
  'src/{app,database,platform}/**/*.test.ts',
  'src/cli/{*backup*,upgrade}.test.ts',
  'src/features/{live,auth/session,mail/outbox}/**/*.test.ts',
  'src/features/sync/{deletion,lease,schedule,store}/**/*.test.ts',
  'src/networks/instagram/sync/schedule/*.test.ts',
  'src/networks/instagram/sync/run/first-sync.test.ts',
  'src/features/analytics/analytics.test.ts',
  'test/**/*.test.ts',
  'faults/quick.test.ts',
];
const include =
  process.env['TEST_DATABASE_URL'] && !process.env['TEST_ALL']
    ? dependingOnServer
    : ['src/**/*.test.ts', 'test/**/*.test.ts', 'faults/quick.test.ts'];

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    include,
    exclude: [...configDefaults.exclude, ...(isOnOtherServer ? listUnitTests() : [])],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/forbid-calls-in-transactions.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Tests wait for intervals and locks; one more worker than cores uses these pauses.
    maxWorkers: availableParallelism() + 1,
    // Starting a process, loading the app and generating the sandbox's world took longer than most files' tests.
    isolate: false,
    experimental: { viteModuleRunner: false },
  },
});

/** Lists tests beside the sources that use nothing from `test/`, and so neither the given database nor Redis. */
function listUnitTests(): string[] {
  return globSync('src/**/*.test.ts', { cwd: import.meta.dirname }).filter(
    (file) => !/\/test\/|inject\(|process\.env/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
  );
}
