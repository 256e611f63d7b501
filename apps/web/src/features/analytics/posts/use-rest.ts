import { useEffect, useRef } from 'react';

/** Runs only the last of several calls in quick succession, after a pause. */
export function useDebouncedCallback(milliseconds: number): (act: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (act) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  };
}
