const maxKinds = 100;

/** Reports at most once a minute: an outage affects every request, and one line is enough. */
export function onceAMinute<Problem>(report: (problem: Problem) => void): (problem: Problem) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (problem) => {
    if (performance.now() - reportedAt < 60_000) return;
    reportedAt = performance.now();
    report(problem);
  };
}

/** Limits each kind of problem separately; `toKind` must return few different ones. */
export function onceAMinuteEach<Problem>(
  report: (problem: Problem) => void,
  toKind: (problem: Problem) => string = String,
): (problem: Problem) => void {
  const kinds = new Map<string, (problem: Problem) => void>();
  return (problem) => {
    const given = toKind(problem);
    const kind = kinds.has(given) || kinds.size < maxKinds ? given : 'other';
    const limited = kinds.get(kind) ?? onceAMinute(report);
    kinds.set(kind, limited);
    limited(problem);
  };
}
