import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { contractPlugin } from './build/contract-plugin.ts';
import { flagsPlugin } from './build/flags-plugin.ts';
import { worldPlugin } from './build/world-plugin.ts';

export default defineConfig({
  plugins: [contractPlugin(), worldPlugin(), flagsPlugin(), react()],
  resolve: { alias: { '~fonts': '/' } },
  test: {
    name: 'web',
    root: import.meta.dirname,
    environment: 'happy-dom',
    // Files share workers, but not globals: this takes half as long as separate processes.
    pool: 'vmThreads',
    include: ['src/**/*.test.{ts,tsx}'],
    // The context of each file has a `Date` of its own.
    setupFiles: ['../../tools/test-clock.ts', './build/test-setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    testTimeout: 20_000,
  },
});
