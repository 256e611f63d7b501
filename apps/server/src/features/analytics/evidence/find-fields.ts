import type { Evidence } from '@tidemark/contract';
import type { NetworkAnswers } from '../../../metrics/network-answers.ts';
import type { Answer } from './answer-source.ts';
import { at, type JsonPath } from './find-used.ts';

/** A number's part of an answer, and the places that add up to the number. */
export interface UsedFields {
  body: unknown;
  used: JsonPath[];
  value: number;
}

/** Finds a post's fields in a list of posts. */
export function findPostFields(
  { path, body }: Answer,
  mediaId: string,
  { posts, fields }: Pick<NetworkAnswers, 'posts'> & { fields: readonly string[] },
): UsedFields | null {
  const { list, entry, address, skipped } = posts;
  const items = at(body, [list]);
  if (path !== posts.path || !Array.isArray(items)) return null;
  const post = items
    .filter((item) => at(item, [skipped]) === undefined)
    .map((item) => at(item, [entry]))
    .find((one) => String(at(one, [address])).endsWith(`/${mediaId}`));
  const found = pickFields(post, fields);
  return (
    found && {
      body: { [list]: [{ [entry]: { [address]: at(post, [address]), ...found.body } }] },
      used: found.used.map((place) => [list, 0, entry, ...place]),
      value: found.value,
    }
  );
}

/** Finds an account's field. */
export function findAccountFields(
  answer: Answer,
  { account, fields }: Pick<NetworkAnswers, 'account'> & { fields: readonly string[] },
): UsedFields | null {
  return answer.path === account.path ? pickFields(answer.body, fields) : null;
}

/** Adds up the fields that an object has; null if it has none. */
function pickFields(value: unknown, fields: readonly string[]): (UsedFields & { body: object }) | null {
  const known = fields.flatMap((name): [string, number][] => {
    const count = at(value, [name]);
    return typeof count === 'number' ? [[name, count]] : [];
  });
  if (known.length === 0) return null;
  return {
    body: Object.fromEntries(known),
    used: known.map(([name]) => [name]),
    value: known.reduce((sum, [, count]) => sum + count, 0),
  };
}

/** Returns what a network's fields mean. */
export function defineFields(network: NetworkAnswers, names: readonly string[]): Evidence['definitions'] {
  return names.flatMap((name) => {
    const field = network.fields[name];
    return field ? [{ name, text: field.text, url: network[field.call].url }] : [];
  });
}
