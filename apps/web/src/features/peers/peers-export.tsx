import type { Account, ExportSection } from '@tidemark/contract';
import type { ComponentProps } from 'react';
import { ExportMenu } from '#web/features/exports/index.ts';
import { useInstagramToday } from '#web/features/periods/index.ts';

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
