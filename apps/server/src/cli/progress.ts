import { estimateRemaining, remainingText } from '@tidemark/presentation';

/** Shows a command's progress, apart from its results. */
interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressPrinter {
  /** `done` out of `total` units; may be called for every unit. */
  report(done: number, total: number): void;
  /** Removes the line from a terminal, before a result is printed. */
  clear(): void;
  end(): void;
}

/** Shorter work shows nothing. A terminal replaces its line; a log gets a new one. */
const everyMillis = { terminal: 400, log: 10_000 };

/** Shows on standard error how far a long command is, and about how long the rest takes. */
export function printProgress(what: string, screen: Screen = process.stderr): ProgressPrinter {
  const startedAt = Date.now();
  const isTerminal = screen.isTTY === true;
  let latest = { done: 0, total: 0 };
  let isShown = false;
  const draw = () => {
    const line = describeProgress(what, { ...latest, elapsedMillis: Date.now() - startedAt });
    screen.write(isTerminal ? `\r${line}\u001b[K` : `${line}\n`);
    isShown = isTerminal;
  };
  const clear = () => {
    if (isShown) screen.write('\r\u001b[K');
    isShown = false;
  };
  const timer = setInterval(draw, isTerminal ? everyMillis.terminal : everyMillis.log);
  timer.unref();
  return {
    report: (done, total) => void (latest = { done, total }),
    clear,
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

function describeProgress(what: string, progress: { done: number; total: number; elapsedMillis: number }): string {
  const { done, total } = progress;
  // Nothing is known yet.
  if (total === 0) return `${what}…`;
  const remaining = estimateRemaining(progress);
  const percent = Math.floor((100 * Math.min(done, total)) / total);
  return `${what}: ${percent} %${remaining ? `, ${remainingText(remaining)}` : ''}`;
}

/** Shows a line while work of unknown length is running. */
export async function withProgressLine<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const progress = printProgress(what);
  try {
    return await work();
  } finally {
    progress.end();
  }
}
