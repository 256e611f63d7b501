import { CallError } from '#web/platform/call.ts';

/** The server's message, or a default. */
export function saidBy(error: Error, otherwise: string): string {
  return error instanceof CallError && error.message ? error.message : otherwise;
}
