import { type DayPeriod, toEnd, toStart } from './period.ts';

/** More would make the answer long; they are those of the question. */
const maxListed = 10;

/** Says with which call the numbers of an answer open to Meta's answers. */
export function toEvidence(metric: string, { from, to }: DayPeriod, accountIds: readonly string[]) {
  return {
    tool: 'explain_metric',
    path: `POST /api/v1/metrics/account/evidence/${metric}`,
    body: {
      startDate: toStart(from),
      endDate: toEnd(to),
      accountIds: accountIds.length > maxListed ? 'those of the question' : accountIds,
    },
  };
}

/** The same for totals of posts. */
export const postEvidence = {
  tool: 'explain_post',
  path: 'GET /api/v1/account/{accountId}/post/{mediaId}/evidence/{total}',
};
