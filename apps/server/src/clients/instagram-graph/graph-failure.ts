import { z } from 'zod';

/**
 * What to do about a refusal of the Graph API:
 * - transient: try again with back-off
 * - throttle: pause (the whole app, or the account), never at once
 * - auth: the token is dead, only its owner can help
 * - permission: a permission is missing, only its owner can help
 * - permanent: this request will never work; skip the item
 */
export type GraphFailureKind = 'transient' | 'throttle-app' | 'throttle-account' | 'auth' | 'permission' | 'permanent';

export class GraphFailure extends Error {
  kind: GraphFailureKind;
  code: number | null;
  subcode: number | null;
  /** What Meta asks for when its support is to look a request up. */
  traceId: string | null;
  /** When a throttle says for how long. */
  retryAfterSeconds: number | null;
  constructor(
    kind: GraphFailureKind,
    message: string,
    details: { code?: number; subcode?: number; traceId?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.code = details.code ?? null;
    this.subcode = details.subcode ?? null;
    this.traceId = details.traceId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

const ErrorReply = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number().optional(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    fbtrace_id: z.string().optional(),
  }),
});

/** Reads the error in a reply; null when the reply is not an error. */
export function toGraphFailure(status: number, reply: unknown, retryAfterSeconds?: number): GraphFailure | null {
  const parsed = ErrorReply.safeParse(reply);
  if (!parsed.success)
    return status >= 400
      ? new GraphFailure(
          status === 429 ? 'throttle-app' : status >= 500 ? 'transient' : 'permanent',
          `Meta answered ${status}`,
          { retryAfterSeconds },
        )
      : null;
  const { message, code, error_subcode: subcode, is_transient: isTransient, fbtrace_id: traceId } = parsed.data.error;
  return new GraphFailure(kindOf({ status, message, code, isTransient }), message, {
    code,
    subcode,
    traceId,
    retryAfterSeconds,
  });
}

// The codes: Meta's "Handle errors" and "Rate limits" pages; external-apis.md section 5 lists them with their sources.
function kindOf({
  status,
  message,
  code,
  isTransient,
}: {
  status: number;
  message: string;
  code?: number;
  isTransient?: boolean;
}): GraphFailureKind {
  if (code === 190 || code === 102) return 'auth';
  if (code === 4 || code === 17 || code === 32 || status === 429) return 'throttle-app';
  if (code === 613 || code === 80_001 || code === 80_002 || code === 341 || code === 368) return 'throttle-account';
  if (code === 10 && /not enough viewers/i.test(message)) return 'permanent';
  if (code === 3 || code === 10 || (code !== undefined && code >= 200 && code <= 299)) return 'permission';
  if (isTransient || code === 1 || code === 2 || code === -1 || status >= 500) return 'transient';
  return 'permanent';
}
