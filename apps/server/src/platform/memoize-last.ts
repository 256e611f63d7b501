/** Caches only the last result, for inputs that rarely change. */
export function memoizeLast<Input, Output>(make: (input: Input) => Output): (input: Input) => Output {
  let last: { input: Input; output: Output } | null = null;
  return (input) => {
    if (last === null || last.input !== input) last = { input, output: make(input) };
    return last.output;
  };
}
