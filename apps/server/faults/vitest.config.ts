import { defineConfig } from 'vitest/config';

// `npm run test:faults`: what a sync must stand. The quick ones run with every `npm test`, among the server's.
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
