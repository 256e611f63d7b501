import { hasDemographics } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { useFailureToast, ApproximateDot } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { dayLabel } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { AgeGenderView } from './age-gender-view.tsx';
import { AvatarView } from './avatar-view.tsx';
import { AccountsWithout } from './coverage-note.tsx';
import styles from './demographics-card.module.css';
import { demographicsQuery } from './demographics.query.ts';
import { GeographyView } from './geography-view.tsx';
import { demographicViews } from './demographics-search.ts';
import { useDemographicView } from './use-demographic-view.ts';

const DemographicsGuide = lazyGuide(async () => (await import('./demographics-guide.tsx')).DemographicsGuide);

const viewNames = { avatar: 'Avatar', 'age-gender': 'Age & Gender', geography: 'Geography' };

/** Shows followers as one typical person, by age and gender, or on the map. */
export function DemographicsCard() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { data, error, isPending, isFetching, refetch } = useQuery(demographicsQuery(accountIds, period));
  const [chosen, choose] = useDemographicView();
  useFailureToast(error, 'Unabled to retreive demographic data');
  const empty = data !== undefined && !hasDemographics(data);
  const view = empty || error ? 'avatar' : chosen;

  return (
    <Card
      title="Demographics"
      sub={
        data?.asOf ? (
          <>
            Followers as of {dayLabel(data.asOf)} <ApproximateDot approx={data.approx} />
          </>
        ) : (
          'Followers of the selected accounts'
        )
      }
      tools={
        <>
          <ExportMenu title="Demographics" sections={['demographics']} chart={data && !empty ? [] : null} />
          <GuideButton title="Demographics Card Guide">
            <DemographicsGuide />
          </GuideButton>
        </>
      }
      className={styles.card}
      refreshing={isFetching && !isPending}
      data-panel="demographics"
    >
      <div className={styles.views}>
        <Segmented
          label="Demographics view"
          value={view}
          options={demographicViews.map((value) => ({ value, label: viewNames[value] }))}
          onChange={choose}
          disabled={empty || error !== null}
        />
      </div>
      {error ? (
        <EmptyState
          title="Could not load demographics"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its scroll area
        <div className={`${styles.body} ${styles.scroller}`} role="group" aria-label={viewNames[view]} tabIndex={0}>
          {view === 'geography' ? (
            <GeographyView demographics={data} />
          ) : view === 'age-gender' ? (
            <AgeGenderView demographics={data} />
          ) : (
            <AvatarView demographics={empty ? null : data} />
          )}
          {data && !empty && <AccountsWithout coverage={data.coverage} />}
        </div>
      )}
    </Card>
  );
}
