import { useEffect, useState, useSyncExternalStore } from 'react';
import { drawnPage } from '#web/platform/drawn-page.ts';
import { actualNow } from '#web/platform/server-clock.ts';

const never = () => () => undefined;
const nothing = () => null;
const drawnAt = () => drawnPage()?.at ?? null;

/** Returns the current time by the server's clock, updated each minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => actualNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(actualNow().getTime()), 60_000);
    return () => clearInterval(timer);
  }, []);
  // Set only while React takes over a page: it must first draw the same time.
  return useSyncExternalStore(never, nothing, drawnAt) ?? now;
}
