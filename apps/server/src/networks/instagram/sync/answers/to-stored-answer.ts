import type { AccountId } from '@tidemark/contract';
import type { GraphAnswer, Parameters } from '../../client/graph-http.ts';

/** A call and Meta's answer, without tokens, signed URLs and other people's names. */
export interface StoredAnswer {
  path: string;
  parameters: Parameters;
  status: number;
  body: unknown;
}

/** Fields that are stored; unknown ones may contain anything. */
const storedFields = new Set(
  `data id name period title description values value end_time total_value breakdowns dimension_keys results
  dimension_values caption media_type media_product_type permalink timestamp children insights
  like_count comments_count total_like_count total_comments_count total_views_count saved_count shares_count reposts_count
  followers_count follows_count media_count error code error_subcode type is_transient message
  paging cursors after`.split(/\s+/),
);
/** Numbers of followers online are keyed by hour. */
const hour = /^\d{1,2}$/;
// Messages about tokens may contain them.
const tokenErrors = [190, 102];

export function toStoredAnswer(
  { path, parameters = {}, status, body }: GraphAnswer,
  accountId: AccountId,
): StoredAnswer {
  const own = path === accountId ? ['username'] : [];
  // Others wrote the posts that they published with this account.
  const foreign = path.endsWith('/collaborative_media') ? ['caption'] : [];
  const isStored = (name: string) =>
    !foreign.includes(name) && (storedFields.has(name) || own.includes(name) || hour.test(name));
  return { path, parameters, status, body: pick(body, isStored) };
}

// A loop, because every answer passes through here: it takes a third of the time of mapped entries.
function pick(value: unknown, isStored: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, isStored));
  if (value === null || typeof value !== 'object') return value;
  const isTokenError = 'code' in value && tokenErrors.includes(Number(value.code));
  const picked: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    // The next page's address contains the token; that there is one suffices.
    if (name === 'next') picked[name] = 'omitted';
    else if (isStored(name) && !(isTokenError && name === 'message')) picked[name] = pick(field, isStored);
  }
  return picked;
}
