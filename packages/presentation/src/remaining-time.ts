export interface Progress {
  done: number;
  total: number;
  /** Time since the first unit started. */
  elapsedMillis: number;
}

/** Earlier, the first units say too little about the rest. */
const minElapsedMillis = 1_000;

/** Estimates the remaining time from the speed so far; null if it is too early to tell. */
export function estimateRemaining({ done, total, elapsedMillis }: Progress): number | null {
  if (done >= total) return 0;
  if (done <= 0 || elapsedMillis < minElapsedMillis) return null;
  return (elapsedMillis * (total - done)) / done;
}

/** 'about 3 min left'. */
export function remainingText(millis: number): string {
  const seconds = Math.ceil(millis / 1000);
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}
