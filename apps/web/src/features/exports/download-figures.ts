import { type AccountId, exportFigures, type ExportFormat } from '@tidemark/contract';
import { comparisonBody, type DayRange, endInstant, startInstant } from '#web/features/periods/index.ts';
import { download, type DownloadedFile, type DownloadWatch } from '#web/platform/download.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { readCsvStyle } from './csv-style.ts';
import type { ExportChoice } from './export-choice.ts';

/** Downloads the figures on screen: same accounts, range, comparison and time zone. */
export function downloadFigures(
  format: ExportFormat,
  { range, ...choice }: ExportChoice,
  accountIds: AccountId[],
  period: DayRange & { previous: DayRange | null },
  watch: DownloadWatch,
): Promise<DownloadedFile> {
  const { from, to } = range ?? period;
  const body = {
    format,
    ...toSpreadsheet(format),
    ...choice,
    cStart: startInstant(from),
    cEnd: endInstant(to),
    ...comparisonBody(range ? null : period.previous),
    accountIds,
    timeZone: viewerTimeZone(),
  };
  return download(exportFigures, { body }, watch);
}

/** Files for people use their time zone; files for programs stay as the API returns them. */
function toSpreadsheet(format: ExportFormat) {
  const style = readCsvStyle();
  if (format === 'csv') return style === 'programs' ? {} : { spreadsheet: { separator: style } };
  return format === 'xlsx' ? { spreadsheet: {} } : {};
}
