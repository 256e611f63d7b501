import type { Account, Report, ReportChoice } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { toReportDays, toReportTitle } from '@tidemark/presentation';
import { displayName } from '#web/features/accounts/index.ts';

/** A report while it is written: accounts and sections may still be missing. */
export type ReportDraft = Report['choice'];

export const rangeNames = {
  '7': 'Last 7 days',
  '28': 'Last 28 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last 365 days',
  month: 'Last month',
  fixed: 'Fixed days',
} as const;
export type RangeName = keyof typeof rangeNames;

const lastDays = { '7': 7, '28': 28, '30': 30, '90': 90, '365': 365 } as const;

export function toRangeName({ range }: Pick<ReportDraft, 'range'>): RangeName {
  if (range.kind === 'last-days') return `${range.days}`;
  return range.kind === 'last-month' ? 'month' : 'fixed';
}

/** Returns the range with this name; fixed days start as last week's. */
export function toRange(name: RangeName, today: string): ReportDraft['range'] {
  switch (name) {
    case 'month':
      return { kind: 'last-month' };
    case 'fixed':
      return { kind: 'fixed', from: addDays(today, -7), to: addDays(today, -1) };
    default:
      return { kind: 'last-days', days: lastDays[name] };
  }
}

export function newDraft(accountIds: string[], timeZone: string): ReportDraft {
  return {
    title: '',
    accountIds,
    range: { kind: 'last-days', days: 28 },
    comparison: 'previous-period',
    timeZone,
    showsLogo: true,
    sections: (['summary', 'posts', 'metrics', 'days', 'breakdowns', 'demographics'] as const).map((kind) => ({
      kind,
      comment: '',
    })),
  };
}

/** Returns what a draft still lacks; null if it can be shown and saved. */
export function toMissing({ accountIds, sections, range }: ReportDraft): string | null {
  if (accountIds.length === 0) return 'Choose at least one account.';
  if (sections.length === 0) return 'Choose at least one section.';
  if (range.kind === 'fixed' && (range.from === '' || range.to === '')) return 'Choose the first and the last day.';
  return range.kind === 'fixed' && range.from > range.to ? 'The first day is after the last.' : null;
}

/** Returns the title that a report has today: its own, or one from its accounts and days. */
export function toCurrentTitle(
  { title, accountIds, range }: Pick<ReportDraft, 'title' | 'accountIds' | 'range'>,
  { accounts, today }: { accounts: readonly Account[]; today: string },
): string {
  const shown = accounts.filter(({ _id }) => accountIds.includes(_id));
  return title.trim() || toReportTitle(shown.map(displayName), toReportDays(range, today));
}

type Section = ReportChoice['sections'][number];

/** Moves a section by one place; returns the same order if it is at the end. */
export function moveSection(sections: readonly Section[], index: number, by: -1 | 1): Section[] {
  const moved = [...sections];
  const [section] = moved.splice(index, 1);
  if (section) moved.splice(Math.max(0, Math.min(sections.length - 1, index + by)), 0, section);
  return moved;
}
