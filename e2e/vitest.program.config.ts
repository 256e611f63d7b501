import { defineConfig } from 'vitest/config';
import { programTests } from './program-tests.ts';

export default defineConfig({
  test: {
    name: 'program',
    root: import.meta.dirname,
    include: programTests,
    testTimeout: 120_000,
    // A page's speed depends on what else the machine does.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
