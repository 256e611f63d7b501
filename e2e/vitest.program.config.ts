import { defineConfig } from 'vitest/config';
import { ofTheProgram } from './of-the-program.ts';

export default defineConfig({
  test: {
    name: 'program',
    root: import.meta.dirname,
    include: ofTheProgram,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
