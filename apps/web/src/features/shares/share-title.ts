import { countCharacters } from '@tidemark/contract/characters';
import { once } from '@tidemark/presentation';
import type { RangeName, ShownPeriod } from './share-choice.ts';

const maxTitle = 120;
const shortDay = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const thisYear = once(() => new Intl.DateTimeFormat('en-US', shortDay));
const anyYear = once(() => new Intl.DateTimeFormat('en-US', { ...shortDay, year: 'numeric' }));

/** `Fjordlys, Nov 19 – 25` */
export function toShareTitle(
  names: readonly string[],
  range: RangeName,
  { from, to, today }: ShownPeriod & { today: string },
): string {
  const days = range === 'shown' ? toSpan(from, to, today) : range.replace('-', ' ').replace(/\d+$/, '$& days');
  const title = [nameAll(names), days].join(', ');
  return countCharacters(title) > maxTitle ? `${names.length} accounts, ${days}` : title;
}

function toSpan(from: string, to: string, today: string): string {
  const isThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const span = (isThisYear ? thisYear() : anyYear()).formatRange(Date.parse(from), Date.parse(to));
  // Thin spaces would surprise whoever edits the title.
  return span.replaceAll(/\s/g, ' ');
}

function nameAll(names: readonly string[]): string {
  const [first = 'Instagram', second] = names;
  if (names.length > 2) return `${first} and ${names.length - 1} more`;
  return second === undefined ? first : `${first} and ${second}`;
}
