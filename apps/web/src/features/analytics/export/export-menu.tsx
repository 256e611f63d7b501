import { Download } from 'lucide-react';
import type { ExportMenuProps } from './export-choice.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const Loaded = lazyPart(async () => (await import('./loaded-export-menu.tsx')).LoadedExportMenu);

/**
 * Downloads the figures of a card or a page as a file; loaded with what is below the first screen. The icon is not: other
 * pages share it, and would load all of that.
 */
export function ExportMenu(props: ExportMenuProps) {
  return <Loaded {...props} Icon={Download} />;
}
