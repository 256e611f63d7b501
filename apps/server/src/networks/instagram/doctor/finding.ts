import { z } from 'zod';
import type { GraphProbe, ProbeAnswer } from '../client/graph-probe.ts';
import { toVerdict, type Finding } from './rules.ts';

export interface MetaAccount {
  accountId: string;
  token: string;
}

export interface MetaCheckOptions {
  probe: GraphProbe;
  dayZone: string;
  /** Only days that ended before this one, in Instagram's time zone, are checked. */
  today: string;
  neededScopes: readonly string[];
}

export function finding(check: string, verdict: Finding['verdict'], detail: string): Finding {
  return { check, verdict, detail };
}

/** Returns Meta's status and message, without IDs, which identify people's accounts. */
export function explain({ status, body }: ProbeAnswer): string {
  const message = z
    .object({ error: z.object({ message: z.string(), code: z.number().optional() }) })
    .safeParse(body).data;
  if (!message) return status === 0 ? 'no response' : `status ${status}`;
  const { message: text, code } = message.error;
  return `status ${status}, code ${code ?? 'none'}: ${text.replaceAll(/\d{5,}/g, '…').slice(0, 160)}`;
}

export const isSuccess = ({ status }: ProbeAnswer) => status >= 200 && status < 300;

/** Confirms that Meta refuses something. */
export function toRefusal(check: string, answer: ProbeAnswer): Finding {
  const isKnown = answer.status > 0 && answer.status < 500;
  return finding(check, isKnown ? toVerdict(!isSuccess(answer)) : 'unknown', explain(answer));
}
