import { create } from 'zustand';
import { lazyComponent } from './lazy-part.tsx';

const loadSonner = () => import('./sonner-toaster.tsx');
const SonnerToaster = lazyComponent(async () => (await loadSonner()).SonnerToaster);

const useCurrentToast = create(() => ({ wanted: false }));
const ready = Promise.withResolvers<void>();

/** Render once for the whole app. Toasts appear at the bottom right and stay for four seconds, longer while hovered. */
export function Toaster() {
  const { wanted } = useCurrentToast();
  return wanted ? <SonnerToaster onReady={ready.resolve} /> : null;
}

export interface ToastAction {
  label: string;
  onClick: () => void;
}

/** Loads the library with the first toast. */
export async function loadToast() {
  useCurrentToast.setState({ wanted: true });
  const [{ toast }] = await Promise.all([loadSonner(), ready.promise]);
  return toast;
}

async function say(kind: 'success' | 'error' | 'info', text: string, action?: ToastAction) {
  const toast = await loadToast();
  toast[kind](text, { id: text, ...(action && { action }) });
}

/** Shows a toast. The same text is shown once, however many parts of the page report it at the same time. */
export const notify = {
  success: (text: string, action?: ToastAction) => void say('success', text, action),
  error: (text: string) => void say('error', text),
  info: (text: string) => void say('info', text),
};
