import { lazy, Suspense } from 'react';
import type { ExportMenuProps } from './export-choice.ts';

const Loaded = lazy(async () => ({ default: (await import('./loaded-export-menu.tsx')).LoadedExportMenu }));

/** Downloads the figures of a card or a page as a file; loaded after the first screen. */
export function ExportMenu(props: ExportMenuProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
