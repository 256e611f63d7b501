import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Shown } from './annotations-dialog.tsx';
import { LazyAnnotationsDialog } from './lazy-annotations-dialog.tsx';

/** Opens the range's annotations. */
export function AnnotationsButton() {
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <>
      <IconButton label="Annotations" onClick={() => setShown('list')}>
        <NotebookPen size={18} aria-hidden="true" />
      </IconButton>
      <LazyAnnotationsDialog shown={shown} onClose={() => setShown(null)} />
    </>
  );
}
