import type { AccountId } from '@tidemark/contract';
import { lazy, Suspense } from 'react';
import type { ExportChoice } from './download-figures.ts';

export interface ChartLine {
  name: string;
  /** A CSS colour. */
  color: string;
}

export interface ExportMenuProps extends ExportChoice {
  /** The name of the card or the page. */
  title: string;
  /** The accounts of the page, unless those that are shown. */
  accountIds?: AccountId[];
  /** Offers a picture of the card's chart, with these lines; null without a chart. */
  chart?: readonly ChartLine[] | null;
  /** A button with a label, instead of an icon in a card's head. */
  isLabelled?: boolean;
}

const Loaded = lazy(async () => ({ default: (await import('./loaded-export-menu.tsx')).LoadedExportMenu }));

/** Downloads the figures of a card or a page as a file; loaded after the first screen. */
export function ExportMenu(props: ExportMenuProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
