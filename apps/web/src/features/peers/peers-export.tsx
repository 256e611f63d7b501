import type { Account, ExportSection } from '@tidemark/contract';
import { ExportMenu, useInstagramToday } from '#web/features/analytics/index.ts';
import type { ComponentProps } from 'react';

interface PeersExportProps extends Pick<
  ComponentProps<typeof ExportMenu>,
  'chart' | 'document' | 'peerIds' | 'isLabelled'
> {
  title: string;
  account: Account;
  sections: ExportSection[];
}

/** Downloads public figures for the account and its peers. */
export function PeersExport({ account, ...choice }: PeersExportProps) {
  const today = useInstagramToday();
  return <ExportMenu accountIds={[account._id]} range={{ from: today, to: today }} {...choice} />;
}
