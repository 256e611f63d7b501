import { bestTimeWeeks, type ExportSection } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { ExportMenu } from '#web/features/exports/index.ts';
import { useToday } from '#web/features/periods/index.ts';
import { useBestTimeView } from './best-time-view.ts';

interface BestTimeExportProps {
  title: string;
  /** Defaults to the hours of the week. */
  sections?: ExportSection[];
  /** True for the page, false for a card with a picture. */
  isPage?: boolean;
}

/** Downloads the page or a card for the current account and format. */
export function BestTimeExport({ title, sections = ['best-time'], isPage = false }: BestTimeExportProps) {
  const { account, format } = useBestTimeView();
  const today = useToday();
  if (!account) return null;
  return (
    <ExportMenu
      title={title}
      sections={sections}
      accountIds={[account._id]}
      range={{ from: addDays(today, -7 * bestTimeWeeks), to: today }}
      {...(format && { bestTimeFormat: format })}
      {...(isPage ? { document: { page: 'best-time', format }, isLabelled: true } : { chart: [] })}
    />
  );
}
