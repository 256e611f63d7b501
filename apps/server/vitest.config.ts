import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'faults/quick.test.ts'],
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
