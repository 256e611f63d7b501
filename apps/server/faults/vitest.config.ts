import { defineConfig } from 'vitest/config';

// `npm run test:faults`: the failures that a sync must survive. The quick ones also run with every `npm test`.
export default defineConfig({
  test: {
    name: 'faults',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['../test/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
