import { useEffect, useRef } from 'react';

/** Does the last of several things asked for in quick succession, once no other has come for a while. */
export function useRest(milliseconds: number): (act: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (act) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  };
}
