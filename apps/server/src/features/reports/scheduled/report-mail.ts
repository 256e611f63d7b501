import type { ReportContent } from '@tidemark/contract';
import {
  headlineText,
  missingChangeLabels,
  type SummaryFigure,
  toDirection,
  toReportSummary,
  trendPercent,
} from '@tidemark/presentation';
import type { MailContent } from '../../mail/index.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Writes the mail to which a report is attached. */
export function toReportMail(
  content: ReportContent,
  { appUrl, sender, unsubscribe }: { appUrl: string; sender: string; unsubscribe: MailContent['unsubscribe'] },
): MailContent {
  const { title, period, accounts } = content;
  const days = [period.from, period.to].map((day) => dayFormat.format(new Date(`${day}T00:00:00Z`))).join(' – ');
  const names = new Intl.ListFormat('en-US').format(accounts.map(({ username }) => `@${username}`));
  return {
    subject: `${title}: ${days}`,
    summary: `${days}, ${names}`,
    title,
    blocks: [
      ...writeSummary(content),
      { kind: 'text', text: `The report on ${names} for ${days} is attached as a PDF.` },
      { kind: 'button', label: 'Open Tidemark', url: `${appUrl}/reports` },
    ],
    reason: `You receive this report because ${sender} added you.`,
    ...(unsubscribe ? { unsubscribe } : {}),
  };
}

/** Returns the summary as in the document, if the report has one. */
function writeSummary(content: ReportContent): MailContent['blocks'] {
  return content.sections.flatMap((section): MailContent['blocks'] => {
    if (section.kind !== 'summary') return [];
    const { headline, figures, sentences } = toReportSummary(section, content);
    return [
      { kind: 'sentences', sentences: [headlineText(headline), ...sentences.map(({ text }) => text)] },
      ...(section.comment === '' ? [] : [{ kind: 'text' as const, text: section.comment }]),
      ...(figures.length === 0
        ? []
        : [
            {
              kind: 'figures' as const,
              title: 'In numbers',
              figures: figures.map(toMailFigure),
              note: null,
            },
          ]),
    ];
  });
}

function toMailFigure({ label, text, range, card }: SummaryFigure) {
  const { percentChange, changeState } = card;
  const direction = toDirection(card);
  return {
    label,
    value: range ? `${text} (${range})` : text,
    change: percentChange === null ? (missingChangeLabels[changeState] ?? null) : trendPercent(Math.abs(percentChange)),
    direction: direction === 'flat' ? null : direction,
  };
}
