import type { FastifyReply } from 'fastify';
import type { FaultName, FaultParams } from '../faults.ts';
import { GithubApiError } from './github-api-error.ts';
import type { createRateLimits } from './rate-limits.ts';

type Strike = (fault: FaultName) => FaultParams | undefined;

/** Faults that replace the response; the request is not processed. */
export function refuseByFault(strike: Strike, limits: ReturnType<typeof createRateLimits>): void {
  if (strike('github-bad-credentials')) throw new GithubApiError(401, 'Bad credentials');
  if (strike('github-rate-limit')) throw limits.exhausted();
  const secondary = strike('github-secondary-limit');
  if (secondary) throw limits.secondary(secondary.number('seconds', 60));
  if (strike('github-gone')) throw new GithubApiError(410, 'Issues are disabled for this repo');
  if (strike('github-not-found')) throw new GithubApiError(404, 'Not Found');
  if (strike('github-error')) throw new GithubApiError(500, 'Server Error');
}

/** Applies network faults; with `github-lost-answer` the request is processed but the response is lost. */
export function spoilAnswer(strike: Strike, reply: FastifyReply): boolean {
  if (strike('github-hang')) {
    reply.hijack();
    return true;
  }
  if (strike('github-lost-answer')) {
    reply.hijack();
    reply.raw.socket?.resetAndDestroy();
    return true;
  }
  if (strike('github-malformed')) {
    void reply.code(200).type('application/json; charset=utf-8').send('[{"number": "no');
    return true;
  }
  return false;
}
