import type { Evidence, MissingEvidence } from '@tidemark/contract';
import { boundsSentence, reasonSentences } from '@tidemark/presentation';
import type { UseQueryResult } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EvidenceCalls } from './evidence-calls.tsx';
import styles from './evidence.module.css';

interface EvidenceViewProps {
  /** The metric, and its range or meaning. */
  name: string;
  query: Pick<UseQueryResult<Evidence>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Formats the value with its bounds. */
  toText: (evidence: Evidence) => string;
  format: (value: number) => string;
  /** Shown instead of answers if there are none. */
  nothing?: string | undefined;
  /** Follows the formula. */
  children?: ReactNode;
}

const nothingStored = 'Nothing is stored for this range, so there are no answers to show.';

/** A number's value, formula and definitions, and the answers that it was computed from. */
export function EvidenceView({ name, query, toText, format, nothing = nothingStored, children }: EvidenceViewProps) {
  const { data, error, isFetching, refetch } = query;
  const { accounts } = useAccounts();
  if (!data && error)
    return (
      <LoadFailure
        title="Could not load where this number comes from"
        error={error}
        isRetrying={isFetching}
        onRetry={refetch}
      />
    );
  if (!data) return <Skeleton height={260} radius={16} />;
  const { approx, formula, definitions, calls, omitted, missing, answeredBy } = data;
  const bounds = approx && boundsSentence(approx, format);
  const why = approx ? [...(bounds ? [bounds] : []), ...reasonSentences(approx)] : [];
  const toName = (id: string) => {
    const account = accounts.find(({ _id }) => _id === id);
    return account ? displayName(account) : id;
  };
  return (
    <div className={styles.evidence}>
      <p className={styles.name}>{name}</p>
      <p className={styles.value}>{toText(data)}</p>
      {why.map((sentence) => (
        <p key={sentence} className={styles.why}>
          {sentence}
        </p>
      ))}
      <h3 className={styles.heading}>Formula</h3>
      <p className={styles.formula}>{formula}</p>
      {children}
      <h3 className={styles.heading}>What {answeredBy} counts</h3>
      <dl className={styles.definitions}>
        {definitions.map((definition) => (
          <div key={definition.name}>
            <dt>{definition.name}</dt>
            <dd>
              {definition.text}{' '}
              <a href={definition.url} target="_blank" rel="noreferrer">
                {answeredBy}’s definition
                <ExternalLink size={12} aria-hidden="true" />
              </a>
            </dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.heading}>Answers from {answeredBy}</h3>
      {missing.map(({ accountId, reason, values }) => (
        <p key={accountId + reason} className={styles.missing}>
          {accounts.length > 1 && (
            <>
              <bdi>{toName(accountId)}</bdi>:{' '}
            </>
          )}
          {wholeNumber(values)} {plural(values, 'value')} without an answer. {explain(reason, data)}
        </p>
      ))}
      {calls.length === 0 && missing.length === 0 && <p className={styles.missing}>{nothing}</p>}
      <EvidenceCalls calls={calls} toName={toName} />
      {omitted > 0 && (
        <p className={styles.missing}>
          Calls of {wholeNumber(omitted)} earlier {plural(omitted, 'day')} are not listed. Choose a shorter range to see
          them.
        </p>
      )}
    </div>
  );
}

function explain(reason: MissingEvidence, { answerDays }: Evidence): string {
  switch (reason) {
    case 'not_stored':
      return 'This installation stores no answers.';
    case 'before_answers':
      return 'Stored before answers were kept.';
    case 'expired':
      return `Answers are kept for ${answerDays} ${plural(answerDays, 'day')}.`;
    case 'earlier_sync':
      return 'The last sync did not return it: it comes from an earlier one.';
    case 'derived':
      return 'Followers of a past day are counted back from a later number.';
    case 'event':
      return 'Instagram sent it when the story ended.';
  }
}
