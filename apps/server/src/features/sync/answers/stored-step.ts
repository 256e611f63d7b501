import type { Outdated } from '../store/mark-outdated.ts';

/** A call and the network's answer, without tokens, signed URLs and other people's names. */
export interface StoredAnswer {
  path: string;
  parameters: Record<string, string | number | undefined>;
  status: number;
  body: unknown;
}

/** A step's input besides its answers; JSON. Networks add what else they depend on. */
export interface StoredStep {
  task: { task: string };
  /** Stored values that its answers replaced, even by nothing. */
  outdated: Outdated;
}
