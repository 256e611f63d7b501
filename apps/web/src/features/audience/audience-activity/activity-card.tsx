import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { useFirstSyncNote, useFailureToast, usePhoneSection } from '#web/features/metrics/index.ts';
import { periodSearch, usePeriod } from '#web/features/periods/index.ts';
import { usePickWhen, blockLabels, weekdays } from '#web/features/posts/index.ts';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ColumnBars } from '#web/ui/charts/column-bars.tsx';
import { Heatmap } from '#web/ui/charts/heatmap.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { Segmented } from '#web/ui/segmented.tsx';
import styles from './activity-card.module.css';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import { activityQuery } from './activity.query.ts';
import { FewPosts } from './few-posts.tsx';
import { IdentityBox } from './identity-box.tsx';
import { toIdentity } from './identity.ts';
import { type ActivityKind, activityKinds, dayTotals, toWeek } from './week.ts';
import { NamePanels } from './name-panels.tsx';
import { rankNames } from './top-names.ts';

const ActivityGuide = lazyGuide(async () => (await import('./activity-guide.tsx')).ActivityGuide);

const kindLabels: Record<ActivityKind, { label: string; title: string }> = {
  posts: { label: 'Posts', title: 'When posts were published' },
  interactions: { label: 'Interactions', title: 'Lifetime interactions with posts published then' },
};
const minBar = 10;
/** Fewer posts show no pattern: with one more or less, another day would lead. */
const minPosts = 20;

/** Shows when posts are published, when people respond, and the names that posts mention. */
export function ActivityCard() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const note = useFirstSyncNote();
  const [kind, setKind] = useState<ActivityKind>('posts');
  const isPhone = useMedia('(width < 700px)');
  const section = usePhoneSection('activity');
  const { when, pickWhen } = usePickWhen();
  const weekCell = when && 'weekday' in when ? when : null;
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...activityQuery(accountIds, period),
    enabled: section?.open !== false,
  });
  useFailureToast(error, 'Unabled to retreive post activity');

  function content() {
    if (error)
      return (
        <EmptyState
          title="Could not load activity"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      );
    if (!data) return <ActivitySkeleton />;
    if (data.total === 0)
      return (
        <EmptyState
          title="No post activity data available"
          why={note ?? 'Nothing was published in this range. Try a longer range.'}
        />
      );
    const isPattern = data.total >= minPosts;
    const week = toWeek(data, kind);
    const totals = dayTotals(week);
    const all = totals.reduce((sum, count) => sum + count, 0);
    const share = (count: number) => (all > 0 ? Math.round((count / all) * 100) : 0);
    const names = {
      hashtags: rankNames(data.hashtags, '#'),
      mentions: rankNames(data.mentions, '@'),
      collabs: rankNames(data.collabs, '@'),
    };
    return (
      <div className={styles.split} data-few={!isPattern || undefined} data-picture>
        <div className={styles.days}>
          <h3 className={styles.heading}>By weekday</h3>
          <ColumnBars
            label={`${kindLabels[kind].label} by weekday`}
            columns={weekdays.map((weekday, day) => ({
              label: weekday,
              parts: [{ key: weekday, value: totals[day] ?? 0, color: 'var(--ramp3)' }],
              text: `${share(totals[day] ?? 0)}%`,
            }))}
            height={isPhone || !isPattern ? 110 : 280}
            grows={!isPhone && isPattern}
            least={minBar}
            peakText={isPattern ? 'strongest day' : undefined}
            onPick={(weekday) => pickWhen({ weekday, block: null })}
            pickedIndex={weekCell?.block === null ? weekCell.weekday : null}
          />
        </div>
        <div className={styles.hours}>
          <div className={styles.headingRow}>
            <h3 className={styles.heading}>By time of day</h3>
            <Link to="/best-time" search={(before) => ({ ...periodSearch(before), account: accountIds[0] })}>
              Best time to post
            </Link>
          </div>
          <Heatmap
            label={`${kindLabels[kind].label} by weekday and time of day`}
            columns={weekdays}
            rows={blockLabels}
            values={week}
            format={kind === 'posts' ? wholeNumber : compactNumber}
            onPick={(weekday, block) => pickWhen({ weekday, block })}
            picked={weekCell && { column: weekCell.weekday, row: weekCell.block }}
          />
        </div>
        <div className={styles.names}>
          {isPattern ? (
            <IdentityBox identity={toIdentity(toWeek(data, 'posts'), names)} several={accountIds.length > 1} />
          ) : (
            <FewPosts posts={data.total} />
          )}
          <NamePanels names={names} />
        </div>
      </div>
    );
  }

  return (
    <Card
      title="Audience activity"
      sub={`${kindLabels[kind].title}, in your time zone`}
      tools={
        <>
          <Segmented
            label="Metric"
            value={kind}
            options={activityKinds.map((value) => ({
              value,
              label: kindLabels[value].label,
              title: kindLabels[value].title,
            }))}
            onChange={setKind}
          />
          <ExportMenu title="Audience activity" sections={['activity', 'names']} chart={data?.total ? [] : null} />
          <GuideButton title="Audience Activity Card Guide">
            <ActivityGuide />
          </GuideButton>
        </>
      }
      className={styles.card}
      collapse={section}
      refreshing={isFetching && !isPending}
      data-panel="activity"
    >
      {content()}
    </Card>
  );
}
