import type { ReportSectionKind } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import type { ReportDraft } from './report-draft.ts';

interface Template {
  name: string;
  note: string;
  sections: readonly ReportSectionKind[];
}

const campaignDays = 28;

/** Prefilled drafts; a report does not remember which one it began with. */
export const reportTemplates = {
  monthly: {
    name: 'Monthly for a client',
    note: 'Last month and the days before it',
    sections: ['summary', 'posts', 'metrics', 'days', 'breakdowns', 'demographics'],
  },
  campaign: {
    name: 'Campaign',
    note: 'The days you choose, posts first',
    sections: ['summary', 'posts', 'days', 'breakdowns'],
  },
  'one-page': {
    name: 'One page',
    note: 'Summary and the six best posts',
    sections: ['summary', 'posts'],
  },
} as const satisfies Record<string, Template>;
export type TemplateName = keyof typeof reportTemplates;

/** Fills in the days and the sections; keeps what the user has typed. */
export function applyTemplate(draft: ReportDraft, name: TemplateName, today: string): ReportDraft {
  const kinds: readonly ReportSectionKind[] = reportTemplates[name].sections;
  return {
    ...draft,
    range: toTemplateRange(draft, name, today),
    comparison: 'previous-period',
    sections: [
      ...kinds.map((kind) => draft.sections.find((section) => section.kind === kind) ?? { kind, comment: '' }),
      ...draft.sections.filter(({ kind, comment }) => comment.trim() !== '' && !kinds.includes(kind)),
    ],
  };
}

function toTemplateRange({ range }: ReportDraft, name: TemplateName, today: string): ReportDraft['range'] {
  if (name !== 'campaign') return { kind: 'last-month' };
  if (range.kind === 'fixed') return range;
  return { kind: 'fixed', from: addDays(today, -campaignDays), to: addDays(today, -1) };
}
