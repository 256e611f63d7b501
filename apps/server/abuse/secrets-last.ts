import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isLast = ({ moduleId }: TestSpecification) => moduleId.endsWith('/abuse/secrets.test.ts');

/** What was answered and logged is read when all has been said. */
export class SecretsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)];
  }
}
