import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { StoredAnswer, StoredStep } from './stored-step.ts';

// Synchronous: a step takes a tenth of a millisecond, and several times as much in the thread pool (record 0062).
const params = { [constants.ZSTD_c_compressionLevel]: 4 };

/** A step as it is stored. */
export interface PackedStep {
  given: StoredStep;
  answers: StoredAnswer[];
}

/** Returns the difference to an earlier step if it is less than half their size, else everything. */
export function packAnswers(step: PackedStep, base: Buffer | null): { content: Buffer; isDifference: boolean } {
  const text = Buffer.from(JSON.stringify(step));
  if (base) {
    const content = zstdCompressSync(text, { params, dictionary: zstdDecompressSync(base) });
    if (content.length * 2 < base.length) return { content, isDifference: true };
  }
  return { content: zstdCompressSync(text, { params }), isDifference: false };
}

export function unpackAnswers(content: Buffer, base: Buffer | null): PackedStep {
  const text = zstdDecompressSync(content, base ? { dictionary: zstdDecompressSync(base) } : {});
  return JSON.parse(text.toString('utf8')) as PackedStep; // written by packAnswers
}
