import { parseJson } from '../../../platform/storable-text.ts';
import { GraphError, toGraphError } from './graph-error.ts';

export type BatchItem =
  | {
      ok: true;
      body: unknown;
      /** The requested breakdown is refused and was left out. */
      lacksBreakdown?: boolean;
    }
  | { ok: false; failure: GraphError };

export interface ParsedItem {
  status: number;
  /** Undefined if it is not JSON. */
  body: unknown;
}

/** Parses one item in a batch response; null for one that ran out of time inside Meta. */
export function parseItem(item: unknown): ParsedItem | null {
  if (!item || typeof item !== 'object' || !('body' in item) || typeof item.body !== 'string') return null;
  return { status: 'code' in item ? Number(item.code) : 500, body: parseJson(item.body) };
}

/** Returns an item's result; `retryAfterSeconds` is the response's. */
export function toBatchItem(item: ParsedItem | null, retryAfterSeconds: number | undefined): BatchItem {
  if (!item) {
    return {
      ok: false,
      failure: new GraphError('transient', 'Meta omitted a batch item', { timedOut: true }),
    };
  }
  const { status, body } = item;
  if (body === undefined) return { ok: false, failure: new GraphError('transient', 'A batch item is not JSON') };
  const failure = toGraphError(status, body, retryAfterSeconds);
  return failure ? { ok: false, failure } : { ok: true, body };
}

/** Returns a batch item's headers, by lower-case name. */
export function toHeaders(item: unknown): Record<string, string> {
  if (!item || typeof item !== 'object' || !('headers' in item) || !Array.isArray(item.headers)) return {};
  const pairs = item.headers.filter(
    (header: unknown): header is { name: string; value: string } =>
      typeof header === 'object' &&
      header !== null &&
      'name' in header &&
      'value' in header &&
      typeof header.name === 'string' &&
      typeof header.value === 'string',
  );
  return Object.fromEntries(pairs.map(({ name, value }) => [name.toLowerCase(), value]));
}
