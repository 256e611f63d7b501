import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isLast = ({ moduleId }: TestSpecification) => moduleId.endsWith('/abuse/secrets.test.ts');

/** Runs the check for secrets last, over all responses and logs. */
export class SecretsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)];
  }
}
