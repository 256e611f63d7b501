import { bestTimeWeeks, type ExportSection } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { ExportMenu } from '../export/export-menu.tsx';
import { useToday } from '../use-period.ts';
import { useBestTimeView } from './best-time-view.ts';

interface BestTimeExportProps {
  title: string;
  /** The hours of the week by default. */
  sections?: ExportSection[];
  /** The page, or a card with a picture. */
  isPage?: boolean;
}

/** Downloads what the page or a card shows of the account and the format. */
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
