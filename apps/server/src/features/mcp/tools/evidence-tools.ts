import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  AccountId,
  type AudienceMetric,
  audienceMetrics,
  BreakdownPart,
  type Evidence,
  EvidenceMetric,
  getMetricEvidence,
  getPostEvidence,
  Instant,
  PostMetric,
} from '@tidemark/contract';
import { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import { explainReasons, roundOrNull, toExactness } from '../answer.ts';
import { metricDefinitions } from '../metric-definitions.ts';
import { describePeriod, periodInput, toEnd, toPeriod, toStart } from '../period.ts';
import { accountsInput, annotations, readAccounts, type ToolDeps } from '../tool-deps.ts';
import { MediaId } from './post-tools.ts';

const isAudience = (metric: EvidenceMetric): metric is AudienceMetric => audienceMetrics.some((one) => one === metric);
const maxCalls = 12;
const maxRevisions = 8;
const asOfInput = {
  asOf: Instant.optional().describe(
    'Also returns what the number was at this instant, and what changed it since. At Bluesky for posts only.',
  ),
};

export function registerEvidenceTools(server: McpServer, { call, today, dayZone, answer }: ToolDeps): void {
  server.registerTool(
    'explain_metric',
    {
      title: 'Explain a metric',
      description:
        "Returns where a metric's value comes from: its formula with numbers, what the network counts, and the calls to it with the values used. Use it to explain a number, or why it differs from the network or from an earlier report.",
      inputSchema: z.strictObject({
        metric: EvidenceMetric,
        ...accountsInput,
        ...periodInput,
        part: BreakdownPart.optional().describe('A part of views, reach or total_interactions, as in get_breakdown.'),
        ...asOfInput,
      }),
      annotations,
    },
    ({ metric, accountIds, from, to, part, asOf }) =>
      answer(async () => {
        const period = toPeriod({ from, to }, today);
        const { ids, metrics, require } = await readAccounts(call, accountIds);
        if (!isAudience(metric)) require(metric);
        else if (metrics)
          throw new ApiError('invalid_input', undefined, { message: `Only Instagram counts ${metric}.` });
        const evidence = await call(getMetricEvidence, {
          params: { metric },
          body: { startDate: toStart(period.from), endDate: toEnd(period.to), accountIds: ids, part, asOf },
        });
        return {
          metric,
          unit: isAudience(metric) ? 'people' : metricDefinitions[metric].unit,
          ...toAnswer(evidence),
          period: describePeriod(period, dayZone),
          accounts: ids.length,
        };
      }),
  );

  server.registerTool(
    'explain_post',
    {
      title: "Explain a post's metric",
      description: "Returns where a post's metric comes from: the calls to its network with the values used.",
      inputSchema: z.strictObject({ accountId: AccountId, mediaId: MediaId, metric: PostMetric, ...asOfInput }),
      annotations,
    },
    ({ accountId, mediaId, metric, asOf }) =>
      answer(async () => {
        const params = { id: accountId, mediaId, metric };
        const evidence = await call(getPostEvidence, { params, query: { asOf } });
        return { metric, units: 'as the name says', ...toAnswer(evidence), period: { of: 'lifetime' } };
      }),
  );
}

/** Shortens evidence to what fits into an answer: the values used instead of whole documents. */
function toAnswer(evidence: Evidence) {
  const { value, formula, answeredBy, definitions, calls, omitted, missing, answerDays, posts, before } = evidence;
  return {
    value: roundOrNull(value),
    ...toExactness(evidence),
    ...explainReasons([evidence]),
    formula: formula.slice(0, 600),
    definitions,
    calls: calls.slice(0, maxCalls).map(({ fetchedAt, path, parameters, days, body, used }) => ({
      fetchedAt,
      path,
      metric: parameters['metric'],
      breakdown: parameters['breakdown'],
      days,
      used: used.slice(0, 5).map((place) => readAt(body, place)),
    })),
    callsNotListed: omitted + Math.max(0, calls.length - maxCalls),
    valuesWithoutAnswer: missing,
    answersStoredForDays: answerDays,
    ...(posts && {
      posts: posts.listed.slice(0, maxCalls).map(({ accountId, mediaId, value: gained }) => ({
        accountId,
        mediaId,
        value: roundOrNull(gained),
      })),
      postsNotListed: posts.omitted + Math.max(0, posts.listed.length - maxCalls),
    }),
    ...(before && {
      before: {
        asOf: before.asOf,
        value: roundOrNull(before.value),
        isComplete: before.isComplete,
        revisions: before.revisions.slice(0, maxRevisions).map(({ at, from, to, days }) => ({
          at,
          from: roundOrNull(from),
          to: roundOrNull(to),
          days: days.slice(0, 3),
        })),
        revisionsNotListed: before.omitted + Math.max(0, before.revisions.length - maxRevisions),
      },
    }),
    method: `Stored answers of ${answeredBy === 'Meta' ? 'the Instagram Graph API' : answeredBy}.`,
  };
}

/** Returns the value at a place in a parsed JSON document. */
function readAt(body: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>(
    (inner, step) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<string | number, unknown>)[step] : undefined, // JSON has no other keys
    body,
  );
}
