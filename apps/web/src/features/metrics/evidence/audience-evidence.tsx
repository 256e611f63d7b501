import type { AudienceMetric } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { metricEvidenceQuery } from './evidence.query.ts';
import { EvidenceButton } from './evidence-button.tsx';
import { EvidenceView } from './evidence-view.tsx';

export const audienceTitles: Record<AudienceMetric, string> = {
  follower_demographics: 'Where demographics come from',
  online_followers: 'Where followers online come from',
};

/** Opens where numbers about the audience come from. */
export function AudienceEvidence({ metric }: { metric: AudienceMetric }) {
  return (
    <EvidenceButton isPlural title={audienceTitles[metric]}>
      <AudienceEvidenceView metric={metric} />
    </EvidenceButton>
  );
}

export function AudienceEvidenceView({ metric }: { metric: AudienceMetric }) {
  const query = useQuery(metricEvidenceQuery({ metric, accountIds: useShownAccounts(), range: usePeriod() }));
  const isOnline = metric === 'online_followers';
  return (
    <EvidenceView
      name={isOnline ? 'Followers online, by hour' : 'Followers by age and gender, country and city'}
      query={query}
      toText={({ value, calls }) =>
        value !== null ? `${wholeNumber(value)} followers` : calls.length > 0 ? 'By day and hour' : 'not reported'
      }
      format={wholeNumber}
    />
  );
}
