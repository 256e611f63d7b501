import { defineConfig } from 'vitest/config';

// `npm run test:abuse`: what people who mean harm may try, against the program as it is delivered.
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
