import { lazy, Suspense } from 'react';
import type { Shown } from './annotations-dialog.tsx';

const AnnotationsDialog = lazy(async () => ({
  default: (await import('./annotations-dialog.tsx')).AnnotationsDialog,
}));

export function LazyAnnotationsDialog({ shown, onClose }: { shown: Shown | null; onClose: () => void }) {
  return (
    shown && (
      <Suspense>
        <AnnotationsDialog shown={shown} onClose={onClose} />
      </Suspense>
    )
  );
}
