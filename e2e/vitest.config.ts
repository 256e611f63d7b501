import { configDefaults, defineConfig } from 'vitest/config';
import { killTests, programTests } from './program-tests.ts';

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    exclude: [...configDefaults.exclude, ...programTests, ...killTests, 'release.test.ts', 'upgrade.test.ts'],
    globalSetup: ['home.ts'],
    testTimeout: 120_000,
    // A page's speed depends on what else the machine does.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 300_000,
    fileParallelism: false,
    // Files share a Tidemark.
    isolate: false,
  },
});
