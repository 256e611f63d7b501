import type { AccountId, EvidenceCall, MissingEvidence } from '@tidemark/contract';
import { dayMillis } from '@tidemark/contract';

/** A call and Meta's answer, as the sync stored them. */
export interface Answer {
  path: string;
  parameters: Record<string, string | number | undefined>;
  status: number;
  body: unknown;
}

/** Reads what the sync stored. */
export interface AnswerSource {
  /** Days for which answers are stored; 0 stores none. */
  days: number;
  read(accountId: AccountId, instants: readonly Date[]): Promise<{ at: Date; answers: Answer[] }[]>;
}

/** Reads an account's answers that have not expired; the map is by instant. */
export async function readAnswersAt(
  { days, read }: AnswerSource,
  accountId: AccountId,
  { instants, now }: { instants: readonly Date[]; now: Date },
): Promise<Map<number, Answer[]>> {
  const times = [...new Set(instants.map((at) => at.getTime()))].filter((at) => !isExpired(days, at, now));
  const found =
    days === 0
      ? []
      : await read(
          accountId,
          times.map((at) => new Date(at)),
        );
  const byInstant = new Map<number, Answer[]>();
  for (const { at, answers } of found)
    byInstant.set(at.getTime(), [...(byInstant.get(at.getTime()) ?? []), ...answers]);
  return byInstant;
}

/** Returns why a value that was fetched at an instant has no answer. */
export function explainMissing(
  days: number,
  { at, now, answers }: { at: Date; now: Date; answers: readonly Answer[] | undefined },
): MissingEvidence {
  if (days === 0) return 'not_stored';
  if (isExpired(days, at.getTime(), now)) return 'expired';
  return answers ? 'earlier_sync' : 'before_answers';
}

function isExpired(days: number, at: number, now: Date): boolean {
  return at < now.getTime() - days * dayMillis;
}

export function toCall(
  accountId: AccountId,
  at: Date,
  { path, parameters }: Answer,
  used: Pick<EvidenceCall, 'days' | 'body' | 'used'>,
): EvidenceCall {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { accountId, fetchedAt: at.toISOString(), path, parameters: Object.fromEntries(given), ...used };
}
