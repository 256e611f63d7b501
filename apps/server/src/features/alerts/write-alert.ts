import { type Account, addDays } from '@tidemark/contract';
import { firstLine } from '@tidemark/presentation';
import { changeLabel, countLabel, dayLabel, weekdayLabel, wholeLabel } from '../../platform/number-labels.ts';
import type { UnusualEvent } from '../analytics/index.ts';
import type { AlertContent } from './rules.ts';

type Named = Pick<Account, '_id' | 'username'>;
type EventOf<Kind extends UnusualEvent['kind']> = Extract<UnusualEvent, { kind: Kind }>;

const maxTitle = 60;

/** Writes the alert about an event: a sentence with its numbers, and the page that shows it. */
export function writeAlert(account: Named, event: UnusualEvent): AlertContent {
  const { kind } = event;
  const about = { accountId: account._id, kind };
  const name = `@${account.username}`;
  switch (event.kind) {
    case 'unusual_day': {
      const { day } = event;
      const path = toOverview(account._id, { from: day, to: day });
      return { ...about, subject: day, day, sentence: describeDay(name, event), path };
    }
    case 'post_above_peers':
      return {
        ...about,
        subject: event.mediaId,
        day: event.at.toISOString().slice(0, 10),
        sentence: describePost(name, event),
        path: `/account/${encodeURIComponent(account._id)}/post/${encodeURIComponent(event.mediaId)}`,
      };
    case 'follower_milestone': {
      const { day, milestone, followers } = event;
      return {
        ...about,
        subject: String(milestone),
        day,
        sentence: `${name} has passed ${wholeLabel(milestone)} followers for the first time: ${wholeLabel(followers)} on ${dayLabel(day)}.`,
        path: toOverview(account._id, { from: addDays(day, -27), to: day }),
      };
    }
    case 'follower_fall': {
      const { day, lost, followers, usual } = event;
      return {
        ...about,
        subject: day,
        day,
        sentence: `${name} lost ${countLabel(lost, 'follower')} in the week to ${dayLabel(day)}, leaving ${wholeLabel(followers)}. In a usual week it ${describeUsualWeek(usual)}.`,
        path: toOverview(account._id, { from: addDays(day, -6), to: day }),
      };
    }
  }
}

export function writeLoginEnding(endsAt: Date, { days, today }: { days: number; today: string }): AlertContent {
  const end = endsAt.toISOString();
  return {
    accountId: null,
    kind: 'login_ending',
    subject: `${end}:${days}`,
    day: today,
    sentence: `Your Meta Business login expires on ${weekdayLabel(end.slice(0, 10))}. Reconnect before then, or its accounts stop syncing.`,
    path: '/profile',
  };
}

export function writeSyncBehind(account: Account, lastSyncAt: Date, today: string): AlertContent {
  const at = lastSyncAt.toISOString();
  const reason = account.problem ? ` ${account.problem.message}` : '';
  return {
    accountId: account._id,
    kind: 'sync_behind',
    subject: at,
    day: today,
    sentence: `@${account.username} has not synced since ${dayLabel(at.slice(0, 10))}, ${at.slice(11, 16)} UTC; syncs are usual every night.${reason}`,
    path: '/profile',
  };
}

function describeUsualWeek(change: number): string {
  return change === 0 ? 'loses none' : `${change > 0 ? 'gains' : 'loses'} ${wholeLabel(Math.abs(change))}`;
}

function describeDay(name: string, { metric, value, usual, direction, day }: EventOf<'unusual_day'>): string {
  const happened =
    metric === 'reach'
      ? `${name} reached ${wholeLabel(value)} people`
      : `${name} had ${wholeLabel(value)} ${metric === 'views' ? 'views' : 'interactions'}`;
  const weekday = weekdayLabel(day).split(',', 1)[0];
  const compared =
    direction === 'up'
      ? toTimes(value, usual, `for a ${weekday}`)
      : `, ${changeLabel(100 - (100 * value) / usual)} fewer than usual for a ${weekday} (${wholeLabel(usual)})`;
  return `${happened} on ${weekdayLabel(day)}${compared}.`;
}

function describePost(
  name: string,
  { metric, caption, value, usual, ageMinutes, posts }: EventOf<'post_above_peers'>,
): string {
  const title = firstLine(caption, maxTitle);
  const post = title ? `“${title}” by ${name}` : `A post by ${name}`;
  const age = countLabel(Math.round(ageMinutes / 1440), 'day');
  return `${post} had ${wholeLabel(value)} ${metric === 'views' ? 'views' : 'interactions'} after ${age}${toTimes(value, usual, `at that age for the previous ${posts} posts of its format`)}.`;
}

function toTimes(value: number, usual: number, where: string): string {
  if (usual === 0) return `; 0 is typical ${where}`;
  const times = value / usual;
  return `, ${times < 10 ? times.toFixed(1) : wholeLabel(times)} times as many as usual ${where} (${wholeLabel(usual)})`;
}

function toOverview(accountId: string, period: { from: string; to: string }): string {
  return `/?${new URLSearchParams({ ...period, accounts: accountId }).toString()}`;
}
