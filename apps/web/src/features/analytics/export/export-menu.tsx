import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ExportMenuProps } from './export-choice.ts';

const Loaded = lazy(async () => ({ default: (await import('./loaded-export-menu.tsx')).LoadedExportMenu }));

/**
 * Downloads the figures of a card or a page as a file; loaded with what is below the first screen. The icon is not: other
 * pages share it, and would load all of that.
 */
export function ExportMenu(props: ExportMenuProps) {
  return (
    <Suspense>
      <Loaded {...props} Icon={Download} />
    </Suspense>
  );
}
