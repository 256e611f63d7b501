import { z } from 'zod';

/**
 * What to do about a refusal of GitHub:
 * - transient: try again with back-off; what was asked may have been done
 * - limited: ask nothing more until `until`
 * - refused: the token or the repository is wrong, only the operator can help
 * - permanent: this request will never work
 */
export type GithubFailureKind = 'transient' | 'limited' | 'refused' | 'permanent';

export class GithubFailure extends Error {
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

const Refusal = z.object({
  status: z.number(),
  message: z.string(),
  // Absent when no answer came: Octokit gives such an error the status 500.
  response: z.object({ headers: z.record(z.string(), z.unknown()) }),
});

/** What went wrong, without the token or the text of a person in it. */
export function toGithubFailure(error: unknown, now: Date): GithubFailure {
  if (error instanceof GithubFailure) return error;
  const refusal = Refusal.safeParse(error);
  if (!refusal.success) return new GithubFailure('transient', 'GitHub does not answer', { cause: causeOf(error) });
  const { status, message, response } = refusal.data;
  const answer = `GitHub answered ${status}`;
  if (isLimit(status, response.headers, message))
    return new GithubFailure('limited', `${answer}: a limit is reached`, {
      until: limitedUntil(response.headers, now),
    });
  if (status >= 500) return new GithubFailure('transient', answer);
  const concernsAll = status < 400 || [401, 403, 404, 410].includes(status);
  return new GithubFailure(concernsAll ? 'refused' : 'permanent', answer);
}

/** Octokit's own error holds the whole request; what is below it says enough. */
function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

// https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api: both kinds come as 403 or as 429.
function isLimit(status: number, headers: Record<string, unknown>, message: string): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return 'retry-after' in headers || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(message);
}

const shortestPause = 60_000;
const longestPause = 3_600_000;

function limitedUntil(headers: Record<string, unknown>, now: Date): Date {
  const retryAfter = Number(headers['retry-after']) * 1000;
  const isUsedUp = headers['x-ratelimit-remaining'] === '0';
  const reset = isUsedUp ? Number(headers['x-ratelimit-reset']) * 1000 - now.getTime() : Number.NaN;
  const pause = [retryAfter, reset].find((candidate) => Number.isFinite(candidate)) ?? shortestPause;
  return new Date(now.getTime() + Math.min(longestPause, Math.max(shortestPause, pause)));
}
