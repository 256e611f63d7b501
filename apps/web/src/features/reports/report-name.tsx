import type { Report } from '@tidemark/contract';
import { useAccounts } from '#web/features/accounts/index.ts';
import { useInstagramToday } from '#web/features/periods/index.ts';
import { toCurrentTitle } from './report-draft.ts';

/** A saved report's title, quoted in a sentence. */
export function ReportName({ choice }: Pick<Report, 'choice'>) {
  return <bdi>“{useReportTitle(choice)}”</bdi>;
}

export function useReportTitle(choice: Report['choice']): string {
  const { accounts } = useAccounts();
  return toCurrentTitle(choice, { accounts, today: useInstagramToday() });
}
