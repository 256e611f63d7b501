import { defineConfig } from 'vitest/config';

// `npm run test:real`: a browser on the pages of networks' own servers. Needs PostgreSQL and Redis.
export default defineConfig({
  test: {
    name: 'real-pages',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['../../apps/server/real/install-network.ts'],
    testTimeout: 120_000,
    // A page's speed depends on what else the machine does.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    fileParallelism: false,
    // After the connectors, so that the browser shares the machine with nobody.
    sequence: { groupOrder: 1 },
  },
});
