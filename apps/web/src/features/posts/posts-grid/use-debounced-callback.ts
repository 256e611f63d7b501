import { useEffect, useRef } from 'react';

/** Debounces calls: runs only the last of several in quick succession, after a pause. */
export function useDebouncedCallback(milliseconds: number): (act: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (act) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  };
}
