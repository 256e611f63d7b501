import { z } from 'zod';
import type { GraphAnswer, Graph } from './graph.ts';
import type { GraphCall } from './graph-call.ts';
import { describeCall, readCall } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import type { FaultName, FaultParams } from '../faults.ts';
import { responseHeaders } from './response-headers.ts';

const maxItems = 50;
const inherited = ['access_token', 'appsecret_proof'];

const Items = z.array(
  z.object({
    method: z.string().default('GET'),
    relative_url: z.string(),
    body: z.string().optional(),
    name: z.string().optional(),
  }),
);

/** Returns the responses in order; a failed item does not affect the others, and `null` is one that timed out. */
export function answerBatch(
  graph: Graph,
  call: GraphCall,
  {
    strike,
    getUsage,
    getUpgrade,
  }: {
    strike: (fault: FaultName, path: string, account?: string) => FaultParams | undefined;
    /** Returns an item's usage headers, computed once all items have a response. */
    getUsage: (item: GraphAnswer, all: GraphAnswer[]) => Record<string, string>;
    /** Returns the version that answers instead of the requested one. */
    getUpgrade: () => string | undefined;
  },
): { text: string; answers: GraphAnswer[] } {
  const items = readItems(call.params['batch'] ?? '');
  const withHeaders = call.params['include_headers'] !== 'false';
  const answered = items.map((item) => {
    const part = readCall(item.method.toUpperCase(), item.relative_url.replace(/^\/+/, ''), toBody(item.body));
    for (const name of inherited) {
      const value = call.params[name];
      if (
        part.params[name] === undefined &&
        value !== undefined &&
        !(name === 'appsecret_proof' && hasOwnToken(part, call))
      )
        part.params[name] = value;
    }
    return { part, answer: graph.answer(part) };
  });
  const answers = answered.map(({ answer }) => answer);
  const parts = answered.map(({ part, answer }) => {
    if (strike('null-batch-item', describeCall(part), answer.charged[0]?.account)) {
      for (const charged of answer.charged) charged.status = null;
      return null;
    }
    if (!withHeaders) return { code: answer.status, body: answer.text };
    const all = { ...responseHeaders(part.version, answer.failure, getUpgrade()), ...getUsage(answer, answers) };
    const headers = Object.entries(all).map(([name, value]) => ({ name, value }));
    return { code: answer.status, headers, body: answer.text };
  });
  return { text: JSON.stringify(parts), answers };
}

function hasOwnToken(part: GraphCall, call: GraphCall): boolean {
  return part.params['access_token'] !== undefined && part.params['access_token'] !== call.params['access_token'];
}

function toBody(text: string | undefined): Record<string, string> {
  return text === undefined ? {} : Object.fromEntries(new URLSearchParams(text));
}

function readItems(text: string) {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new GraphError('(#100) batch parameter must be a JSON array', { type: 'GraphBatchException', code: 100 });
  }
  const items = Items.safeParse(given);
  if (!items.success)
    throw new GraphError('(#100) batch parameter must be a JSON array', { type: 'GraphBatchException', code: 100 });
  if (items.data.length > maxItems) {
    throw new GraphError(`Too many requests in batch message. Maximum batch size is ${maxItems}`, {
      type: 'GraphBatchException',
    });
  }
  return items.data;
}
