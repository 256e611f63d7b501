/** Creates a value on first use: a browser's first formatter costs more than evaluating all of a page's code. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
