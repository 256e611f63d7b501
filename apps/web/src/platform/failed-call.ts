import type { FailureCode } from '@tidemark/contract';

export class CallError extends Error {
  readonly status: number;
  readonly code: FailureCode | undefined;
  readonly details: unknown;
  /** Undefined if the response had no message, as from a proxy: `message` then says which address answered. */
  readonly serverMessage: string | undefined;

  constructor({
    status,
    code,
    message,
    serverMessage,
    details,
  }: {
    status: number;
    code?: FailureCode;
    message: string;
    serverMessage?: string;
    details?: unknown;
  }) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.details = details;
  }
}

/** Returns the server's own message, or a default: status texts and the browser's messages mean nothing to users. */
export function getServerMessage(failure: unknown, otherwise: string): string {
  return (failure instanceof CallError && failure.serverMessage) || otherwise;
}
