import { defineConfig } from 'vitest/config';

// `npm run test:abuse`: what attackers may try, against the released program.
export default defineConfig({
  test: {
    name: 'abuse',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['program.ts'],
    setupFiles: ['still-alive.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
