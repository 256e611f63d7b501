import type { ReportRange, ShareLink } from '@tidemark/contract';
import { dateLabel, dayLabel, plural, wholeNumber } from '#web/platform/format.ts';

export const stateLabels: Record<ShareLink['state'], string> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** Names the link's days, and the date they are frozen at, if any. */
export function contentLabel({ choice, isFrozen, createdAt }: ShareLink): string {
  return `${toDays(choice.range)}${isFrozen ? `, as of ${dateLabel(createdAt)}` : ''}`;
}

function toDays(range: ReportRange): string {
  if (range.kind === 'last-month') return 'last month';
  if (range.kind === 'last-days') return `last ${range.days} days`;
  return range.from === range.to ? dayLabel(range.from) : `${dayLabel(range.from)} – ${dayLabel(range.to)}`;
}

/** Describes how often the link was opened, and how long it stays valid. */
export function toUseLabel({ views, lastViewedOn, expiresAt, state, mayBeEmbedded }: ShareLink): string {
  const opened = lastViewedOn
    ? `${wholeNumber(views)} ${plural(views, 'view')}, last on ${dayLabel(lastViewedOn)}`
    : 'Not opened yet';
  const end =
    state === 'revoked'
      ? null
      : expiresAt
        ? `${state === 'expired' ? 'expired' : 'expires'} ${dateLabel(expiresAt)}`
        : 'never expires';
  return [opened, end, mayBeEmbedded && state === 'active' ? 'may be embedded' : null].filter(Boolean).join(' · ');
}
