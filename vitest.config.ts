import { defineConfig } from 'vitest/config';
import { chooseTestClock } from './tools/test-clock.ts';
import { TestOrder } from './tools/test-order.ts';

chooseTestClock();

export default defineConfig({
  test: {
    projects: [
      'apps/*/vitest.config.ts',
      'apps/server/faults/vitest*.config.ts',
      'apps/server/abuse/vitest.config.ts',
      'apps/server/real/vitest.config.ts',
      'e2e/vitest*.config.ts',
      'e2e/real/vitest.config.ts',
    ],
    sequence: { sequencer: TestOrder },
  },
});
