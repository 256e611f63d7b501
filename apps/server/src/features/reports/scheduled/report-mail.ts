import type { ReportContent } from '@tidemark/contract';
import type { MailContent } from '../../mail/index.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Writes the mail to which a report is attached. */
export function toReportMail(
  { title, period, accounts }: ReportContent,
  { appUrl, sender, unsubscribe }: { appUrl: string; sender: string; unsubscribe: MailContent['unsubscribe'] },
): MailContent {
  const days = [period.from, period.to].map((day) => dayFormat.format(new Date(`${day}T00:00:00Z`))).join(' – ');
  const names = new Intl.ListFormat('en-US').format(accounts.map(({ username }) => `@${username}`));
  return {
    subject: `${title}: ${days}`,
    summary: `${days}, ${names}`,
    title,
    blocks: [
      { kind: 'text', text: `The report on ${names} for ${days} is attached as a PDF.` },
      { kind: 'button', label: 'Open Tidemark', url: `${appUrl}/reports` },
    ],
    reason: `You receive this report because ${sender} added you.`,
    ...(unsubscribe ? { unsubscribe } : {}),
  };
}
