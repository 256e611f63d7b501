import { useEffect, useState } from 'react';
import { actualNow } from '#web/platform/server-clock.ts';

/** Returns the current time by the server's clock, updated each minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => actualNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(actualNow().getTime()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
