import { type AccountId, exportFigures, type ExportFormat } from '@tidemark/contract';
import { download } from '#web/platform/download.ts';
import { saveFile } from '#web/platform/save-file.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { comparisonBody, type DayRange, endInstant, startInstant } from '../period.ts';
import type { ExportChoice } from './export-choice.ts';

/** Downloads what the screen shows: the same accounts, range, comparison and time zone. */
export async function downloadFigures(
  format: ExportFormat,
  { range, ...choice }: ExportChoice,
  accountIds: AccountId[],
  period: DayRange & { previous: DayRange | null },
): Promise<void> {
  const { from, to } = range ?? period;
  const { content, name } = await download(exportFigures, {
    body: {
      format,
      ...choice,
      cStart: startInstant(from),
      cEnd: endInstant(to),
      ...comparisonBody(range ? null : period.previous),
      accountIds,
      timeZone: viewerTimeZone(),
    },
  });
  saveFile(content, name ?? `tidemark.${format}`);
}
