import type { Shown } from './annotations-dialog.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const AnnotationsDialog = lazyComponent(async () => (await import('./annotations-dialog.tsx')).AnnotationsDialog);

export function LazyAnnotationsDialog({ shown, onClose }: { shown: Shown | null; onClose: () => void }) {
  return shown && <AnnotationsDialog shown={shown} onClose={onClose} />;
}
