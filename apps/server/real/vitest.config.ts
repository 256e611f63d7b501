import { defineConfig } from 'vitest/config';

// `npm run test:real`: networks' own servers, installed beside the product. Needs PostgreSQL and Redis.
export default defineConfig({
  test: {
    name: 'real',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['../test/global-setup.ts', './install-network.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
  },
});
