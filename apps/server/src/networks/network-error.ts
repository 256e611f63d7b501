/**
 * Failures of a network's API by how to handle them:
 * - transient: retry with back-off
 * - throttle: pause (the whole app, all calls with one user's token, or the account); never retry immediately
 * - auth: the token is invalid, only its owner can help
 * - permission: a permission is missing, only its owner can help
 * - permanent: this request will never succeed; skip the item
 */
export type NetworkFailureKind =
  'transient' | 'throttle-app' | 'throttle-user' | 'throttle-account' | 'auth' | 'permission' | 'permanent';

export class NetworkError extends Error {
  kind: NetworkFailureKind;
  code: number | null;
  subcode: number | null;
  /** The network's support needs it to investigate a request. */
  traceId: string | null;
  /** Set when a throttle states its duration. */
  retryAfterSeconds: number | null;
  /** No response in time: a smaller request may succeed. */
  timedOut: boolean;
  constructor(
    kind: NetworkFailureKind,
    message: string,
    details: {
      code?: number;
      subcode?: number;
      traceId?: string;
      retryAfterSeconds?: number;
      timedOut?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.code = details.code ?? null;
    this.subcode = details.subcode ?? null;
    this.traceId = details.traceId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.timedOut = details.timedOut ?? false;
  }
}
