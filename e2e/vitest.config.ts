import { configDefaults, defineConfig } from 'vitest/config';
import { ofTheProgram } from './of-the-program.ts';

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...ofTheProgram],
    globalSetup: ['home.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
