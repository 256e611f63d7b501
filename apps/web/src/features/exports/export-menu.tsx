import { Download } from 'lucide-react';
import type { ExportMenuProps } from './export-choice.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const Loaded = lazyPart(async () => (await import('./loaded-export-menu.tsx')).LoadedExportMenu);

/**
 * Downloads a card's or page's figures as a file. Loads with the content below the first screen, except the icon: other
 * pages share it, and would load all of that.
 */
export function ExportMenu(props: ExportMenuProps) {
  return useMay('viewer') && <Loaded {...props} Icon={Download} />;
}
