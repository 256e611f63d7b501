import { failures, type FailureCode } from '@tidemark/contract';

/** An error with one of the contract's codes. Thrown anywhere, converted to a response in one place. */
export class ApiError extends Error {
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
