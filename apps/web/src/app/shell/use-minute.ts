import { useEffect, useState } from 'react';
import { drawnPage } from '#web/platform/drawn-page.ts';
import { actualNow } from '#web/platform/server-clock.ts';
import { useTakingOver } from '#web/platform/use-taking-over.ts';

/** Returns the current time by the server's clock, updated each minute. */
export function useMinute(): number {
  const isTakingOver = useTakingOver();
  const [now, setNow] = useState(() => actualNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(actualNow().getTime()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return (isTakingOver && drawnPage()?.at) || now;
}
