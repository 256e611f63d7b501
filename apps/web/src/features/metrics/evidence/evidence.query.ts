import {
  type AccountId,
  type BreakdownPart,
  type EvidenceMetric,
  getMetricEvidence,
  getPostEvidence,
  getPostsEvidence,
  type PostMetric,
  type PostsMetric,
} from '@tidemark/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';

interface MetricEvidenceRequest {
  metric: EvidenceMetric;
  accountIds: AccountId[];
  range: DayRange;
  part?: BreakdownPart | undefined;
  /** Also asks what the number was at this instant. */
  asOf?: string;
}

export function metricEvidenceQuery({ metric, accountIds, range: { from, to }, part, asOf }: MetricEvidenceRequest) {
  return queryOptions({
    queryKey: queryKeys.analytics('evidence', { accountIds, metric, from, to, part, asOf }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getMetricEvidence,
              {
                params: { metric },
                body: { startDate: startInstant(from), endDate: endInstant(to), accountIds, part, asOf },
              },
              signal,
            ),
  });
}

interface PostEvidenceRequest {
  accountId: AccountId;
  mediaId: string;
  metric: PostMetric;
  asOf?: string;
}

export function postEvidenceQuery({ accountId, mediaId, metric, asOf }: PostEvidenceRequest) {
  return queryOptions({
    queryKey: queryKeys.analytics('post-evidence', { accountIds: [accountId], mediaId, metric, asOf }),
    queryFn: ({ signal }) =>
      call(getPostEvidence, { params: { id: accountId, mediaId, metric }, query: { asOf } }, signal),
  });
}

interface PostsEvidenceRequest {
  metric: PostsMetric;
  accountIds: AccountId[];
  range: DayRange;
  /** Null selects all posts in the range. */
  mediaIds: readonly string[] | null;
}

export function postsEvidenceQuery({ metric, accountIds, range: { from, to }, mediaIds }: PostsEvidenceRequest) {
  return queryOptions({
    queryKey: queryKeys.analytics('posts-evidence', { accountIds, metric, from, to, mediaIds }),
    queryFn:
      accountIds.length === 0
        ? skipToken
        : ({ signal }) =>
            call(
              getPostsEvidence,
              {
                params: { metric },
                body: {
                  startDate: startInstant(from),
                  endDate: endInstant(to),
                  accountIds,
                  mediaIds: mediaIds && [...mediaIds],
                  timeZone: viewerTimeZone(),
                },
              },
              signal,
            ),
  });
}
