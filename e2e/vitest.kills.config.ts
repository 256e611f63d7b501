import { defineConfig } from 'vitest/config';
import { killTests } from './program-tests.ts';

// `npm run test:kills`: the program killed many times while it syncs and stores.
export default defineConfig({
  test: {
    name: 'kills',
    root: import.meta.dirname,
    include: killTests,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
