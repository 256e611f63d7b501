import { useEffect } from 'react';
import { notify } from '#web/ui/toaster.tsx';

/** Says it once for each failure, and leaves the technical reason in the console. */
export function useFailureToast(error: Error | null, text: string | null) {
  useEffect(() => {
    if (!error) return;
    console.warn(text ?? 'A card could not be loaded', error);
    if (text) notify.error(text);
  }, [error, text]);
}
