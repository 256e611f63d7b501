import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = path.join(import.meta.dirname, '..');
/** Seconds that test files took, written by `npm test -- --record`. */
const durations = JSON.parse(readFileSync(path.join(import.meta.dirname, 'test-durations.json'), 'utf8')) as Partial<
  Record<string, number>
>;

function toRank({ moduleId }: TestSpecification): number {
  // The Tidemark that the other browser tests share would end between these.
  if (moduleId.includes('/e2e/') && readFileSync(moduleId, 'utf8').includes('\nsetUpOwnTidemark();')) return 0;
  // It checks all responses and logs.
  return moduleId.endsWith('/abuse/secrets.test.ts') ? 2 : 1;
}

/** Browser tests and attacks run one file at a time. */
const isAlone = ({ moduleId }: TestSpecification) => /\/(?:e2e|abuse)\//.test(moduleId);
const toDuration = (test: TestSpecification) =>
  isAlone(test) ? 0 : (durations[path.relative(root, test.moduleId)] ?? 0);

/** Starts the longest files first, so that no worker is left alone with one at the end. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted
      .map((test) => ({ test, rank: toRank(test), duration: toDuration(test) }))
      .toSorted((one, other) => one.rank - other.rank || other.duration - one.duration)
      .map(({ test }) => test);
  }
}
