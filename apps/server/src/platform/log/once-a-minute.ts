/** Reports at most once a minute: an outage affects every request, and one line is enough. */
export function onceAMinute<Problem>(report: (problem: Problem) => void): (problem: Problem) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (problem) => {
    if (performance.now() - reportedAt < 60_000) return;
    reportedAt = performance.now();
    report(problem);
  };
}
