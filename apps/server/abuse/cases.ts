import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, type Answer, type Request } from './ask.ts';

/** Known after signing in: cases refer to these as `$A1` and so on. */
export interface Known {
  U1: string;
  U2: string;
  ADM: string;
  A1: string;
  A2: string;
}

export interface Case extends Request {
  /** Its number in docs/security-cases.md. */
  id: number;
  what: string;
  status: number;
  code?: string;
}

const Loaded = z.object({ user: z.object({ _id: z.string() }) });
const Accounts = z.object({ accounts: z.array(z.object({ _id: z.string() })) });

export async function readKnown(): Promise<Known> {
  const toId = async (as: 'maya' | 'cal' | 'olu') =>
    Loaded.parse((await ask({ as, ask: 'POST /user/load', json: {} })).json).user._id;
  // Accounts are seeded one user after the other, and Cal is second.
  const findCaseAccount = async (as: 'maya' | 'cal') => {
    for (const deadline = Date.now() + 60_000; ; await sleep(200)) {
      const [account] = Accounts.parse((await ask({ as, ask: 'GET /account/list' })).json).accounts;
      if (account) return account._id;
      if (Date.now() > deadline) throw new Error(`${as} has no account`);
    }
  };
  const [U1, U2, ADM, A1, A2] = await Promise.all([
    toId('maya'),
    toId('cal'),
    toId('olu'),
    findCaseAccount('maya'),
    findCaseAccount('cal'),
  ]);
  return { U1, U2, ADM, A1, A2 };
}

/** Replaces `$A1` and the like with IDs. */
export function fill(request: Request, known: Known): Request {
  const put = (text: string) => text.replaceAll(/\$(U1|U2|ADM|A1|A2)\b/g, (_, name: keyof Known) => known[name]);
  return {
    ...request,
    ask: put(request.ask),
    ...(request.json === undefined ? {} : { json: JSON.parse(put(JSON.stringify(request.json))) }),
    ...(typeof request.body === 'string' ? { body: put(request.body) } : {}),
  };
}

export function runCases(cases: Case[], alsoTrue?: (given: Case, answer: Answer) => void | Promise<void>): void {
  let known: Known;
  beforeAll(async () => {
    known = await readKnown();
  });
  it.each(cases)('$id: $what returns $status', async (given) => {
    const answer = await ask(fill(given, known));

    expect(answer.status, answer.text.slice(0, 500)).toBe(given.status);
    if (given.code) expect(answer.code).toBe(given.code);
    await alsoTrue?.(given, answer);
  });
}
