import { z } from 'zod';
import type { GraphAnswer, Graph } from './graph.ts';
import type { GraphCall } from './graph-call.ts';
import { describeCall, readCall } from './graph-call.ts';
import { GraphFailure } from './graph-failure.ts';
import type { FaultName, FaultParams } from '../faults.ts';
import { responseHeaders } from './response-headers.ts';

const mostItems = 50;
const inherited = ['access_token', 'appsecret_proof'];

const Items = z.array(
  z.object({
    method: z.string().default('GET'),
    relative_url: z.string(),
    body: z.string().optional(),
    name: z.string().optional(),
  }),
);

/** The answers in order; one that fails leaves its neighbours alone, `null` is one that timed out. */
export function answerBatch(
  graph: Graph,
  call: GraphCall,
  strike: (fault: FaultName, path: string, account?: string) => FaultParams | undefined,
): { text: string; answers: GraphAnswer[] } {
  const items = readItems(call.params['batch'] ?? '');
  const withHeaders = call.params['include_headers'] !== 'false';
  const answers: GraphAnswer[] = [];
  const parts = items.map((item) => {
    const part = readCall(item.method.toUpperCase(), item.relative_url.replace(/^\/+/, ''), bodyOf(item.body));
    for (const name of inherited) {
      const value = call.params[name];
      if (
        part.params[name] === undefined &&
        value !== undefined &&
        !(name === 'appsecret_proof' && hasOwnToken(part, call))
      )
        part.params[name] = value;
    }
    const answer = graph.answer(part);
    answers.push(answer);
    if (strike('null-batch-item', describeCall(part), answer.charged[0]?.account)) {
      for (const charged of answer.charged) charged.status = null;
      return null;
    }
    const headers = Object.entries(responseHeaders(call.version, answer.failure)).map(([name, value]) => ({
      name,
      value,
    }));
    return { code: answer.status, ...(withHeaders && { headers }), body: answer.text };
  });
  return { text: JSON.stringify(parts), answers };
}

function hasOwnToken(part: GraphCall, call: GraphCall): boolean {
  return part.params['access_token'] !== undefined && part.params['access_token'] !== call.params['access_token'];
}

function bodyOf(text: string | undefined): Record<string, string> {
  return text === undefined ? {} : Object.fromEntries(new URLSearchParams(text));
}

function readItems(text: string) {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new GraphFailure('(#100) batch parameter must be a JSON array', { type: 'GraphBatchException', code: 100 });
  }
  const items = Items.safeParse(given);
  if (!items.success)
    throw new GraphFailure('(#100) batch parameter must be a JSON array', { type: 'GraphBatchException', code: 100 });
  if (items.data.length > mostItems) {
    throw new GraphFailure(`Too many requests in batch message. Maximum batch size is ${mostItems}`, {
      type: 'GraphBatchException',
    });
  }
  return items.data;
}
