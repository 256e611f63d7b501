import { failures, type FailureCode } from '@tidemark/contract';

/** A refusal with a code of the contract. Thrown anywhere, turned into an answer once. */
export class Failure extends Error {
  code: FailureCode;
  status: number;
  details: unknown;
  constructor(code: FailureCode, details?: unknown, options?: { cause?: unknown; message?: string }) {
    super(options?.message ?? failures[code].message, { cause: options?.cause });
    this.code = code;
    this.status = failures[code].status;
    this.details = details;
  }
}
