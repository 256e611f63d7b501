import { defineConfig } from 'vitest/config';

// `npm run test:soak`: an agency's accounts over ten days. The fault suite includes a small version.
export default defineConfig({
  test: {
    name: 'soak',
    root: import.meta.dirname,
    include: ['soak.test.ts'],
    globalSetup: ['../test/global-setup.ts'],
    env: { SOAK_ACCOUNTS: '200', SOAK_DAYS: '10' },
    hookTimeout: 120_000,
    pool: 'forks',
  },
});
