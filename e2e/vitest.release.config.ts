import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'release',
    root: import.meta.dirname,
    include: ['release.test.ts', 'upgrade.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
