import { bestTimeWeeks } from '@tidemark/contract';
import { ExportMenu } from '../export/export-menu.tsx';
import { addDays } from '../period.ts';
import { useToday } from '../use-period.ts';
import { useBestTimeView } from './best-time-view.ts';

interface BestTimeExportProps {
  title: string;
  /** The page, or a card with a picture. */
  isPage?: boolean;
}

/** Downloads the hours of the week of the account and the format that the page shows. */
export function BestTimeExport({ title, isPage = false }: BestTimeExportProps) {
  const { account, format } = useBestTimeView();
  const today = useToday();
  if (!account) return null;
  return (
    <ExportMenu
      title={title}
      sections={['best-time']}
      accountIds={[account._id]}
      range={{ from: addDays(today, -7 * bestTimeWeeks), to: today }}
      {...(format && { bestTimeFormat: format })}
      {...(isPage ? { document: { page: 'best-time', format }, isLabelled: true } : { chart: [] })}
    />
  );
}
