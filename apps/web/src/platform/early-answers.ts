import type { ApiCall } from './batch.ts';

/** Elements and keys that the server and the page agree on. */
export const earlyAnswersId = 'tidemark-answers';
export const toCallKey = ({ method, path, body }: ApiCall) => `${method} ${path} ${JSON.stringify(body)}`;

/** Answers in the page are as fresh as the page. */
const maxAgeMillis = 10_000;
let early: Map<string, unknown> | undefined;

/** Takes the answer to a call that the server wrote into the page, once; undefined if there is none. */
export function takeEarlyAnswer(call: ApiCall): unknown {
  early ??= new Map(
    JSON.parse(document.querySelector(`#${earlyAnswersId}`)?.textContent || '[]') as [string, unknown][],
  );
  const key = toCallKey(call);
  const answer = performance.now() < maxAgeMillis ? early.get(key) : undefined;
  early.delete(key);
  return answer;
}
