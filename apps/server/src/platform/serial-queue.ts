/** Runs one piece of work at a time: each takes a processor for a while, and must leave others to the rest. */
export function createSerialQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = before.then(work, work);
    before = turn.catch(() => undefined);
    return turn;
  };
}
