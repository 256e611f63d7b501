import { CallFailure } from '#web/platform/call.ts';

/** What the server said, or our own words where it said nothing. */
export function saidBy(error: Error, otherwise: string): string {
  return error instanceof CallFailure && error.message ? error.message : otherwise;
}
