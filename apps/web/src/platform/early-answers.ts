interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** The element in which the server writes answers, as pairs of key and answer, and notes about the page. */
export const earlyAnswersId = 'tidemark-answers';
export const toCallKey = ({ method, path, body }: Call) => `${method} ${path} ${JSON.stringify(body)}`;

/** Answers in the page are as fresh as the page. */
const maxAgeMillis = 10_000;
let early: Map<string, unknown> | undefined;

/** Forgets a page that the server has drawn for another user, who was signed in when it was requested. */
export function forgetOthersPage(userId: string): void {
  const element = document.querySelector<HTMLElement>(`#${earlyAnswersId}`);
  if (element?.dataset['user'] !== userId) element?.remove();
}

/** Takes the answer to a call that the server wrote into the page, once; undefined if there is none. */
export function takeEarlyAnswer(call: Call): unknown {
  early ??= new Map(
    JSON.parse(document.querySelector(`#${earlyAnswersId}`)?.textContent || '[]') as [string, unknown][],
  );
  const key = toCallKey(call);
  const answer = performance.now() < maxAgeMillis ? early.get(key) : undefined;
  early.delete(key);
  return answer;
}
