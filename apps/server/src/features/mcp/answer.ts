import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Approximation, ApproximationReason, CardMetric, Change } from '@tidemark/contract';
import { listRedefinitions } from '../../metrics/redefinitions.ts';
import { ApiError } from '../../platform/api-error.ts';
import { reasonTexts } from './metric-definitions.ts';

/** About 2,000 tokens: longer answers are split into pages. */
export const maxAnswerLength = 6_000;

export interface Exactness {
  isApprox: boolean;
  approx: Approximation | null;
}

/** Returns `exact`, or why not and between which bounds the actual value lies. */
export function toExactness({ isApprox, approx }: Exactness) {
  if (!isApprox) return { exact: true };
  return {
    exact: false,
    ...(approx && {
      lower: roundOrNull(approx.lower),
      upper: roundOrNull(approx.upper),
      reasons: approx.reasons,
    }),
  };
}

const changeTexts: Partial<Record<Change['changeState'], string>> = {
  estimated: 'Estimated from values counted alike; its direction is certain.',
  uncertain: 'Not certain: it may be a rise or a fall. Do not compute a change from the values.',
  comparing: 'Not known yet: Instagram’s own count of a period is on its way. Ask again in a minute.',
};

/** Returns a change with its state, and with bounds unless it is exact. */
export function toChange({ percentChange, changeState, changeBounds }: Change) {
  return {
    changePercent: roundOrNull(percentChange),
    changeState,
    ...(changeBounds && changeState !== 'final'
      ? {
          changePercentLower: roundOrNull(changeBounds.lower),
          changePercentUpper: roundOrNull(changeBounds.upper),
        }
      : {}),
  };
}

/** Explains once for each state how reliable its changes are. */
export function explainChanges(all: readonly Change[]): { changeStates?: Record<string, string> } {
  const found = Object.entries(changeTexts).filter(([state]) => all.some(({ changeState }) => changeState === state));
  return found.length === 0 ? {} : { changeStates: Object.fromEntries(found) };
}

/** Explains each reason once, however many values it applies to. */
export function explainReasons(all: readonly Exactness[]): { reasons?: Record<string, string> } {
  const found = new Set(all.flatMap(({ approx }) => approx?.reasons ?? []));
  if (found.size === 0) return {};
  return {
    reasons: Object.fromEntries([...found].map((reason: ApproximationReason) => [reason, reasonTexts[reason]])),
  };
}

/** Says which of the metrics were redefined within a period, so that its days cannot be compared. */
export function explainRedefinitions(
  metrics: readonly CardMetric[],
  period: { from: string; to: string },
  list = listRedefinitions,
): { redefinitions?: { day: string; text: string; source: string }[] } {
  const found = list(period).filter((one) => one.metrics.some((metric) => metrics.includes(metric)));
  if (found.length === 0) return {};
  return { redefinitions: found.map(({ day, text, source }) => ({ day, text, source })) };
}

/** Rounds to enough digits for every use, and few tokens. */
export const round = (value: number) => Math.round(value * 10_000) / 10_000;

export const roundOrNull = (value: number | null) => (value === null ? null : round(value));

/** Runs a tool. Failures become answers that a model can react to; a bug's cause is not revealed. */
export async function answer(
  work: () => Promise<object>,
  { onFailure, onBug }: { onFailure: (failure: ApiError) => void; onBug: (error: unknown) => void },
): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work()) }] };
  } catch (error) {
    if (error instanceof ApiError) onFailure(error);
    else onBug(error);
    const { code, message, details } = error instanceof ApiError ? error : new ApiError('internal_error');
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error: { code, message, details } }) }] };
  }
}
