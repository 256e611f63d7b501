import type { StoredAnswer } from './to-stored-answer.ts';
import type { AnswersAt } from '../../../../features/sync/index.ts';

/** IDs and users' texts are replaced wherever they occur, the same one by the same pseudonym. */
const idPattern = /\d{9,}/g;
/** Texts that Meta writes about metrics, which nothing reads. */
const leftOut = new Set(['title', 'description']);

/**
 * Returns a function that removes from steps what identifies an account: IDs, names, captions, links, cursors and
 * cities. Numbers and times stay, because every stored value depends on them.
 */
export function createAnonymiser(accountId: string): (step: AnswersAt) => AnswersAt {
  const names = {
    id: createPseudonyms(),
    caption: createPseudonyms(),
    city: createPseudonyms(),
    cursor: createPseudonyms(),
  };
  const toId = (id: string) => toPseudonym(names.id(id));
  const replaceIds = (text: string) => text.replaceAll(idPattern, toId);
  toId(accountId);

  function replace(name: string, value: unknown): unknown {
    if (typeof value === 'number' && name === 'id') return toId(String(value));
    if (typeof value === 'string') return replaceText(name, value);
    if (Array.isArray(value)) return value.map((item) => replace(name, item));
    if (value === null || typeof value !== 'object') return value;
    const isByCity = 'dimension_keys' in value && JSON.stringify(value.dimension_keys).includes('city');
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !leftOut.has(key))
        .map(([key, field]) => [key, isByCity && key === 'results' ? replaceCities(field) : replace(key, field)]),
    );
  }

  function replaceText(name: string, text: string): string {
    if (text === '') return text;
    if (name === 'caption') return `Caption ${names.caption(text)}`;
    if (name === 'username') return 'account';
    if (name === 'permalink') return 'https://www.instagram.com/p/post/';
    if (name === 'after') return `cursor-${names.cursor(text)}`;
    return replaceIds(text);
  }

  function replaceCities(results: unknown): unknown {
    if (!Array.isArray(results)) return results;
    return results.map((result: unknown) =>
      result !== null && typeof result === 'object' && 'dimension_values' in result
        ? { ...result, dimension_values: [`City ${names.city(JSON.stringify(result.dimension_values))}`] }
        : result,
    );
  }

  function replaceAnswer({ path, parameters, status, body }: StoredAnswer): StoredAnswer {
    const isProfile = path === accountId && body !== null && typeof body === 'object' && 'name' in body;
    return {
      path: replaceIds(path),
      parameters: replace('parameters', parameters) as StoredAnswer['parameters'], // only texts are replaced, by texts
      status,
      body: replace('body', isProfile ? { ...body, name: 'Account' } : body),
    };
  }

  return ({ at, given, answers }) => ({
    at,
    given: replace('given', given) as AnswersAt['given'], // only texts are replaced, by texts
    answers: answers.map(replaceAnswer),
  });
}

/** Looks like an ID at Instagram. */
function toPseudonym(number: number): string {
  return `179${String(number).padStart(14, '0')}`;
}

/** The account in every export. */
export const anonymousAccount = toPseudonym(1);

/** Numbers texts in the order in which they first occur, from 1. */
function createPseudonyms(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return number;
  };
}
