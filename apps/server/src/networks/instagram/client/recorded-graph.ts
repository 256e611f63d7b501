import { toBatchItem, type BatchItem } from './batch-item.ts';
import { GraphError, toGraphError } from './graph-error.ts';
import type { BatchRead, GraphAnswer, GraphHttp, Parameters } from './graph-http.ts';

/** Answers calls from recorded answers, and never makes one. */
export interface RecordedGraph extends GraphHttp {
  /** The calls without an answer, in order. */
  unanswered: BatchRead[];
}

/**
 * Creates a client that answers each call with what was recorded for its path and parameters, in the recorded order. A
 * call without an answer fails as one that ran out of time, because that is why a call has none.
 */
export function createRecordedGraph(recorded: readonly GraphAnswer[]): RecordedGraph {
  const answers = Map.groupBy(recorded, toKey);
  const unanswered: BatchRead[] = [];

  function find(read: BatchRead): GraphAnswer | null {
    const own = answers.get(toKey(read)) ?? [];
    const answer = own.length > 1 ? own.shift() : own[0];
    if (!answer) unanswered.push(read);
    return answer ?? null;
  }

  return {
    unanswered,
    async get(_caller, path, parameters) {
      const answer = find({ path, parameters });
      if (!answer) throw new GraphError('transient', `${path} is not in the answers`, { timedOut: true });
      const failure = toGraphError(answer.status, answer.body);
      if (failure) throw failure;
      return answer.body;
    },
    batch: async (_caller, reads) => reads.map((read): BatchItem => toBatchItem(find(read), undefined)),
    reportDropped: () => undefined,
    post: refuse,
    delete: refuse,
    getUnversioned: refuse,
    postAsApp: refuse,
    appId: '',
    appToken: '',
  };
}

async function refuse(): Promise<never> {
  throw new Error('Recorded answers contain only what was read');
}

function toKey({ path, parameters = {} }: BatchRead): string {
  return JSON.stringify([path, toPairs(parameters)]);
}

function toPairs(parameters: Parameters): string[] {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}
