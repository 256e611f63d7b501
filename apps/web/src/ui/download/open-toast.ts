import type { ReactNode } from 'react';
import { loadToast, type ToastAction } from '../toaster.tsx';

let opened = 0;

/** Shows a toast that stays, with changing content, until it is dismissed; once closed by hand, it does not return. */
export function openToast() {
  const id = `open-${++opened}`;
  let isShown = false;
  let isOver = false;
  return {
    async show(content: ReactNode, action: ToastAction): Promise<void> {
      isShown = true;
      const toast = await loadToast();
      if (!isOver) toast(content, { id, action, duration: Infinity, onDismiss: () => (isOver = true) });
    },
    async dismiss(): Promise<void> {
      if (isOver) return;
      isOver = true;
      if (isShown) (await loadToast()).dismiss(id);
    },
  };
}
