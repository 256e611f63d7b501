import type { StoredAnswer } from '../../features/sync/index.ts';
import { BlueskyError } from './client/bluesky-error.ts';
import { toError, type Query, type XrpcAnswer } from './client/xrpc.ts';

/** Fields that are stored: counts, times, and what the account itself has published. */
const storedFields = new Set(
  `did handle followersCount followsCount postsCount feed post reason uri author record text createdAt embed media images
  playlist thumbnail replyCount repostCount likeCount quoteCount indexedAt cursor likes posts thread replies error message`.split(
    /\s+/,
  ),
);
/** Other people's names, texts and posts are left out: only times of these count. */
const foreignFields = new Set(['author', 'record', 'embed', 'handle']);

export function toStoredAnswer({ path, parameters, status, body }: XrpcAnswer, did: string): StoredAnswer {
  return { path, parameters, status, body: pick(body, did) };
}

function pick(value: unknown, did: string): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, did));
  if (value === null || typeof value !== 'object') return value;
  const isForeign = 'author' in value && (value.author as { did?: unknown } | null)?.did !== did; // checked where it is read
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      if (!storedFields.has(name)) return [];
      if (isForeign && foreignFields.has(name)) return [[name, name === 'record' ? toTime(field) : anonymous]];
      return [[name, pick(field, did)]];
    }),
  );
}

const anonymous = { did: 'did:example:someone' };

function toTime(record: unknown): unknown {
  return record !== null && typeof record === 'object' && 'createdAt' in record ? { createdAt: record.createdAt } : {};
}

/** Answers queries from stored answers, in their order, and never makes one. */
export function createRecordedQuery(answers: readonly StoredAnswer[]): Query & { unanswered: string[] } {
  const waiting = Map.groupBy(answers, toKey);
  const unanswered: string[] = [];
  const query: Query = async (_caller, path, parameters) => {
    const answer = waiting.get(toKey({ path, parameters }))?.shift();
    if (answer && answer.status >= 400) throw toError({ status: answer.status, headers: {} }, answer.body);
    if (answer) return answer.body;
    unanswered.push(path);
    throw new BlueskyError('transient', `${path} is not in the answers`, { timedOut: true });
  };
  return Object.assign(query, { unanswered });
}

function toKey({ path, parameters }: Pick<StoredAnswer, 'path' | 'parameters'>): string {
  const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return JSON.stringify([path, pairs.map(([name, value]) => `${name}=${value}`).sort()]);
}
