/** Tells at most once a minute: what is away is away for every request, and one line says it. */
export function onceAMinute<Problem>(tell: (problem: Problem) => void): (problem: Problem) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (problem) => {
    if (performance.now() - toldAt < 60_000) return;
    toldAt = performance.now();
    tell(problem);
  };
}
