import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Browser tests that start a separate Tidemark (`setUpOwnTidemark`); the shared one would end between them. */
const withOwnTidemark = [
  'accessibility',
  'alerts',
  'first-path',
  'password-reset',
  'profile',
  'sign-in',
  'subscription',
  'system',
];

function toRank({ moduleId }: TestSpecification): number {
  if (withOwnTidemark.some((name) => moduleId.endsWith(`/e2e/${name}.test.ts`))) return 0;
  // It checks all responses and logs.
  return moduleId.endsWith('/abuse/secrets.test.ts') ? 2 : 1;
}

export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => toRank(one) - toRank(other));
  }
}
