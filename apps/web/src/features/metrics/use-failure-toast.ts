import { useEffect } from 'react';
import { notify } from '#web/ui/toaster.tsx';

/** Shows a toast once per failure, and logs the technical reason. */
export function useFailureToast(error: Error | null, text: string | null) {
  useEffect(() => {
    if (!error) return;
    console.warn(text ?? 'Could not load a card', error);
    if (text) notify.error(text);
  }, [error, text]);
}
