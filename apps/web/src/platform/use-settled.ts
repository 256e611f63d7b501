import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

const patienceMilliseconds = 2_000;

/** True once the page's requests are done and drawn, or after two seconds: delays parts that can wait. */
export function useSettled(): boolean {
  const queries = useQueryClient();
  const [isSettled, setSettled] = useState(false);

  useEffect(() => {
    if (isSettled) return;
    const settle = () => setSettled(true);
    const look = () => {
      if (queries.isFetching() > 0) return;
      unsubscribe();
      whenIdle(settle);
    };
    const unsubscribe = queries.getQueryCache().subscribe(look);
    look();
    const timer = setTimeout(settle, patienceMilliseconds);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [isSettled, queries]);

  return isSettled;
}
