import { z } from 'zod';

/**
 * GitHub errors by how to handle them:
 * - transient: retry with back-off; the request may have taken effect
 * - limited: send nothing more until `until`
 * - refused: the token or the repository is wrong, only the operator can help
 * - permanent: this request will never succeed
 */
export type GithubFailureKind = 'transient' | 'limited' | 'refused' | 'permanent';

export class GithubError extends Error {
  kind: GithubFailureKind;
  until: Date | null;
  constructor(
    kind: GithubFailureKind,
    message: string,
    { until = null, cause }: { until?: Date | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.until = until;
  }
}

const CliError = z.object({
  status: z.number(),
  message: z.string(),
  // Absent without a response: Octokit gives such an error the status 500.
  response: z.object({ headers: z.record(z.string(), z.unknown()) }),
});

/** Converts an error, without the token or any user's text. */
export function toGithubFailure(error: unknown, now: Date): GithubError {
  if (error instanceof GithubError) return error;
  const refusal = CliError.safeParse(error);
  if (!refusal.success) return new GithubError('transient', 'GitHub is not responding', { cause: findCause(error) });
  const { status, message, response } = refusal.data;
  const answer = `GitHub returned ${status}`;
  if (isLimit(status, response.headers, message))
    return new GithubError('limited', `${answer}: rate limit reached`, {
      until: limitedUntil(response.headers, now),
    });
  if (status >= 500) return new GithubError('transient', answer);
  const concernsAll = status < 400 || [401, 403, 404, 410].includes(status);
  return new GithubError(concernsAll ? 'refused' : 'permanent', answer);
}

/** Returns the cause, because Octokit's own error contains the whole request. */
function findCause(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

// https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api: both kinds of limit use 403 or 429.
function isLimit(status: number, headers: Record<string, unknown>, message: string): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return 'retry-after' in headers || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(message);
}

const shortestPause = 60_000;
const maxPause = 3_600_000;

function limitedUntil(headers: Record<string, unknown>, now: Date): Date {
  const retryAfter = Number(headers['retry-after']) * 1000;
  const isUsedUp = headers['x-ratelimit-remaining'] === '0';
  const reset = isUsedUp ? Number(headers['x-ratelimit-reset']) * 1000 - now.getTime() : Number.NaN;
  const pause = [retryAfter, reset].find((candidate) => Number.isFinite(candidate)) ?? shortestPause;
  return new Date(now.getTime() + Math.min(maxPause, Math.max(shortestPause, pause)));
}
