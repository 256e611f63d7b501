import { GithubApiError } from './github-api-error.ts';

const perHour = 5_000;
const hourSeconds = 3_600;
const createdPerMinute = 80;
const createdPerHour = 500;

/** Limits one token's calls per hour, and creations per minute and hour. */
export function createRateLimits(now: () => number) {
  let window = 0;
  let used = 0;
  let created: number[] = [];

  function current() {
    const hour = Math.floor(now() / 1000 / hourSeconds);
    if (hour !== window) {
      window = hour;
      used = 0;
    }
    return { reset: (hour + 1) * hourSeconds };
  }

  function headers(): Record<string, string> {
    const { reset } = current();
    return {
      'x-ratelimit-limit': String(perHour),
      'x-ratelimit-remaining': String(Math.max(0, perHour - used)),
      'x-ratelimit-used': String(used),
      'x-ratelimit-reset': String(reset),
      'x-ratelimit-resource': 'core',
    };
  }

  function exhausted(): GithubApiError {
    return new GithubApiError(403, 'API rate limit exceeded for user ID 1.', {
      headers: { ...headers(), 'x-ratelimit-remaining': '0' },
    });
  }

  return {
    headers,
    exhausted,
    /** Counts a call; 304 responses are free. */
    charge() {
      current();
      if (used >= perHour) throw exhausted();
      used += 1;
    },
    refund() {
      used = Math.max(0, used - 1);
    },
    secondary: (seconds: number) =>
      new GithubApiError(
        403,
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
        {
          headers: { 'retry-after': String(seconds) },
        },
      ),
    recordCreated() {
      created = created.filter((at) => now() - at < hourSeconds * 1000);
      const lately = created.filter((at) => now() - at < 60_000);
      if (lately.length >= createdPerMinute || created.length >= createdPerHour) throw this.secondary(60);
      created.push(now());
    },
  };
}
