import { defineConfig } from 'vitest/config';
import { SecretsLast } from './apps/server/abuse/secrets-last.ts';

export default defineConfig({
  test: {
    projects: [
      'apps/*/vitest.config.ts',
      'apps/server/faults/vitest*.config.ts',
      'apps/server/abuse/vitest.config.ts',
      'e2e/vitest*.config.ts',
    ],
    sequence: { sequencer: SecretsLast },
  },
});
