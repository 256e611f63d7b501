import type { PageStart } from '@tidemark/contract';

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** The data that the server has drawn a page with. */
interface EarlyAnswers {
  start: PageStart;
  /** Pairs of a call's key and its answer. */
  answers: [string, unknown][];
}

/** The element in which the server writes them, with notes about the page. */
export const earlyAnswersId = 'tidemark-answers';
export const toCallKey = ({ method, path, body }: Call) => `${method} ${path} ${JSON.stringify(body)}`;

/** Answers in the page are as fresh as the page. */
const maxAgeMillis = 10_000;
let early: Partial<EarlyAnswers> | undefined;
let answers: Map<string, unknown> | undefined;

const findElement = () => document.querySelector(`#${earlyAnswersId}`);
/** Parses it once: answers for many accounts are large. Our own server writes it, from the same contract. */
const read = () => (early ??= JSON.parse(findElement()?.textContent || '{}') as Partial<EarlyAnswers>);

/**
 * Returns the data with which the server has drawn the page, so that the app first draws the same; undefined if it has
 * drawn none. Forgets a page drawn for another user, who was signed in when it was requested.
 */
export function takeDrawnStart(userId: string): PageStart | undefined {
  const { start } = read();
  if (start?.user.user._id === userId) return start;
  findElement()?.remove();
  early = {};
}

/** Takes the answer to a call that the server wrote into the page, once; undefined if there is none. */
export function takeEarlyAnswer(call: Call): unknown {
  answers ??= new Map(read().answers);
  const key = toCallKey(call);
  const answer = performance.now() < maxAgeMillis ? answers.get(key) : undefined;
  answers.delete(key);
  return answer;
}
