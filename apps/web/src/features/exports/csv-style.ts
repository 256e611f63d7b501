import type { CsvSeparator } from '@tidemark/contract';
import { recall, remember, useStored } from '#web/ui/stored.ts';

/** The separator for the viewer's spreadsheet, or files for programs: commas, plain IDs and UTC. */
export type CsvStyle = CsvSeparator | 'programs';

const key = 'tidemark-csv';
const styles: readonly CsvStyle[] = ['comma', 'semicolon', 'tab', 'programs'];

/** Returns the stored style or the default: spreadsheets use semicolons where decimals have a comma. */
function toStyle(stored: string | null): CsvStyle {
  const known = styles.find((style) => style === stored);
  return known ?? ((0.5).toLocaleString(navigator.language).includes(',') ? 'semicolon' : 'comma');
}

export function useCsvStyle(): [CsvStyle, (style: CsvStyle) => void] {
  return [toStyle(useStored(key)), (style) => remember(key, style)];
}

export function readCsvStyle(): CsvStyle {
  return toStyle(recall(key));
}
