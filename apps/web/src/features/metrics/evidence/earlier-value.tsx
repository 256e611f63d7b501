import type { Evidence, EvidenceBefore, Revision } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useToday } from '#web/features/periods/index.ts';
import { dayLabel, plural, wholeNumber } from '#web/platform/format.ts';
import { lastSync } from '#web/platform/instant-labels.ts';
import type { queryKeys } from '#web/platform/query-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './evidence.module.css';

interface EarlierValueProps {
  toQuery: (asOf: string) => UseQueryOptions<Evidence, Error, Evidence, ReturnType<typeof queryKeys.analytics>>;
  /** Loads after it, so that the number appears first. */
  now: Evidence | undefined;
  /** The first day that the number is about. */
  from: string;
  format: (value: number) => string;
}

const shownAtFirst = 6;
/** Days back that can be chosen; answers are stored for about as long. */
const maxDays = 90;
/** Place of the day that is chosen at first. */
const weekAgo = 6;

/** Shows what a number said at the end of a chosen day, and the answers that changed it since. */
export function EarlierValue({ toQuery, now, from, format }: EarlierValueProps) {
  const today = useToday();
  // The number began with its first day.
  const days = Array.from({ length: maxDays }, (_, index) => addDays(today, -1 - index)).filter(
    (one, index) => index === 0 || one >= from,
  );
  const [day, chooseDay] = useState(days[Math.min(days.length - 1, weekAgo)] ?? today);
  const { data, error, isFetching, refetch } = useQuery({ ...toQuery(toInstant(day)), enabled: now !== undefined });
  const before = data?.before;
  return (
    <section className={styles.evidence}>
      <h3 className={styles.heading}>What it said before</h3>
      <div className={styles.choices}>
        <Select
          label="At the end of"
          isInline
          value={day}
          onChange={({ currentTarget: { value } }) => chooseDay(value)}
        >
          {days.map((one) => (
            <option key={one} value={one}>
              {dayLabel(one)}
            </option>
          ))}
        </Select>
      </div>
      {before ? (
        <Revisions before={before} answeredBy={data.answeredBy} now={now?.value ?? null} format={format} />
      ) : error ? (
        <LoadFailure
          title="Could not load what it said before"
          error={error}
          isRetrying={isFetching}
          onRetry={refetch}
        />
      ) : (
        <Skeleton height={64} radius={12} />
      )}
    </section>
  );
}

/** Returns a local day's end as an instant. */
function toInstant(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

interface RevisionsProps {
  before: EvidenceBefore;
  answeredBy: string;
  now: number | null;
  format: (value: number) => string;
}

function Revisions({ before, answeredBy, now, format }: RevisionsProps) {
  const { value, revisions, omitted, isComplete } = before;
  const [isAll, showAll] = useState(false);
  const write = (number: number | null) => (number === null ? 'none' : format(number));
  const listed = isAll ? revisions : revisions.slice(0, shownAtFirst);
  const hidden = revisions.length - listed.length;
  const summarize = () => {
    if (revisions.length === 0) return `${write(now)}, the same as now.`;
    return value === null ? `No number yet then, ${write(now)} now.` : `${format(value)} then, ${write(now)} now.`;
  };
  return (
    <>
      {!isComplete && (
        <p className={styles.missing}>
          Some of {answeredBy}’s answers from then are no longer stored, so this may differ from what you saw.
        </p>
      )}
      <p>{summarize()}</p>
      {revisions.length > 0 && (
        <ul className={styles.revisions}>
          {listed.map((revision) => (
            <li key={`${revision.at} ${revision.accountId}`}>
              <span className={styles.when}>{lastSync(revision.at)}</span> {write(revision.from)} → {write(revision.to)}
              {explain(revision)}
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <div>
          <Button size="small" onClick={() => showAll(true)}>
            Show {wholeNumber(hidden)} more
          </Button>
        </div>
      )}
      {omitted > 0 && (isAll || hidden === 0) && (
        <p className={styles.missing}>
          {wholeNumber(omitted)} earlier {plural(omitted, 'change')} not listed. Choose a later day to see all.
        </p>
      )}
    </>
  );
}

const maxNamed = 3;

function explain({ days }: Revision): string {
  const revised = days.filter(({ isNew }) => !isNew);
  const isWindow = ({ from, to }: Revision['days'][number]) => from !== to;
  const chosen = revised.length > 0 ? revised : days.filter((one) => !isWindow(one));
  const [shown] = chosen.length > 0 ? [chosen] : [days];
  if (shown.length === 0) return '';
  const names = shown
    .slice(0, maxNamed)
    .map(({ from, to }) => (from === to ? dayLabel(from) : `${dayLabel(from)} to ${dayLabel(to)}`));
  const rest = shown.length - names.length;
  const list = rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(' and ');
  if (revised.length > 0) return `, because Instagram revised ${list}`;
  if (shown.some(isWindow)) return `, because Instagram counted people over ${list}`;
  return shown.some(({ before }) => before === null) ? `, with the first numbers of ${list}` : `, as ${list} went on`;
}
