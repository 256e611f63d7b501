import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { projects: ['apps/*/vitest.config.ts', 'apps/server/faults/vitest*.config.ts', 'e2e/vitest.config.ts'] },
});
