import { z } from 'zod';
import { NetworkError, type NetworkFailureKind } from '../../network-error.ts';

export class GraphError extends NetworkError {
  /** "An unknown error has occurred", and Meta does not say whether it is transient. */
  isUnknown: boolean;
  constructor(
    kind: NetworkFailureKind,
    message: string,
    { isUnknown = false, ...details }: ConstructorParameters<typeof NetworkError>[2] & { isUnknown?: boolean } = {},
  ) {
    super(kind, message, details);
    this.isUnknown = isUnknown;
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

// api.instagram.com's own shape; its `code` repeats the status.
const ExchangeRefusal = z.object({ error_message: z.string() });

/** Extracts a reply's error; null when the reply is not an error. */
export function toGraphError(status: number, reply: unknown, retryAfterSeconds?: number): GraphError | null {
  const parsed = ErrorReply.safeParse(reply);
  if (!parsed.success)
    return status >= 400
      ? new GraphError(
          status === 429 ? 'throttle-app' : status >= 500 ? 'transient' : 'permanent',
          ExchangeRefusal.safeParse(reply).data?.error_message ?? `Meta returned ${status}`,
          { retryAfterSeconds },
        )
      : null;
  const { message, code, error_subcode: subcode, is_transient: isTransient, fbtrace_id: traceId } = parsed.data.error;
  return new GraphError(toKind({ status, message, code, subcode, isTransient }), message, {
    code,
    subcode,
    traceId,
    retryAfterSeconds,
    isUnknown: code === 1 && isTransient === undefined,
  });
}

// The codes are from Meta's "Handle errors" and "Rate limits" pages.
function toKind({
  status,
  message,
  code,
  subcode,
  isTransient,
}: {
  status: number;
  message: string;
  code?: number;
  subcode?: number;
  isTransient?: boolean;
}): NetworkFailureKind {
  if (code === 190 && concernsPage.test(message)) return 'permission';
  if (isTokenCode(code)) return 'auth';
  if (subcode === beforeConversion) return 'permanent';
  if (code === 17) return 'throttle-user';
  if (code === 4 || code === 32 || status === 429) return 'throttle-app';
  if (code !== undefined && accountThrottles.has(code)) return 'throttle-account';
  if (code === 10 && /not enough viewers/i.test(message)) return 'permanent';
  if (code === 3 || code === 10 || (code !== undefined && code >= 200 && code <= 299)) return 'permission';
  if (code === 100 && requiresPermission.test(message)) return 'permission';
  if (isTransient === false) return 'permanent';
  if (isTransient || code === 1 || code === 2 || code === -1 || status >= 500) return 'transient';
  return 'permanent';
}

/** Returns true for error codes about the token; the last two have been seen as codes and as subcodes of 190. */
export function isTokenCode(code: number | null | undefined): boolean {
  return code === 190 || code === 102 || code === 459 || code === 483;
}

/** "Media posted before business account conversion"; has been seen with code 4 too. */
export const beforeConversion = 2_108_006;

// Business use cases on Meta's "Rate Limits" page start at 80000; 80002 is Instagram's.
const accountThrottles = new Set([
  341, 368, 613, 80_000, 80_001, 80_002, 80_003, 80_004, 80_005, 80_006, 80_007, 80_008, 80_009, 80_014,
]);

// "(#190) Any of the pages_read_engagement, … permission(s) must be granted before impersonating a user's page.": the
// token works, but not for this page.
const concernsPage = /impersonating a user.s page/i;

/** Returns true if Meta refuses one page, or its account, to a token that works for others. */
export function isPageRefusal(error: unknown): boolean {
  return error instanceof GraphError && error.kind === 'permission' && error.code === 190;
}

// "(#100) Object does not exist, … This endpoint requires the 'pages_read_engagement' permission …": recorded by
// python-facebook, tests/data/base/error_data.json.
const requiresPermission = /requires? (?:the )?'?[a-z_]+'? permission/i;

/** Returns the requested metrics that an error names, as in "does not support the views, shares metric". */
export function refusedMetrics(failure: GraphError, requested: readonly string[]): string[] {
  if (failure.kind !== 'permanent') return [];
  const place = /metric\[(\d+)\] must be one of/i.exec(failure.message)?.[1];
  if (place !== undefined) return requested.slice(Number(place), Number(place) + 1);
  const words = new Set(failure.message.toLowerCase().match(/[a-z_]+/g));
  return requested.filter((metric) => words.has(metric));
}

/**
 * Returns true if days beyond the last two years were refused: "(#100) since param is not valid. Metrics data is
 * available for the last 2 years", recorded live in 2026. The bound moves at Pacific midnight.
 */
export function isBeyondRetention({ kind, message }: GraphError): boolean {
  return kind === 'permanent' && /since param is not valid|available for the last 2 years/i.test(message);
}

/**
 * Returns true if a range was refused: "(#100) There cannot be more than 30 days (2592000 s) between since and until".
 */
export function isTooLongRange({ kind, message }: GraphError): boolean {
  return kind === 'permanent' && /more than 30 days/i.test(message);
}
