import type { MediaAggregate, ProfileAction } from '@tidemark/contract';
import { actionLabels, moveLabels, otherColor } from '@tidemark/presentation';
import { compactNumber, plural, wholeNumber } from '#web/platform/format.ts';
import { RadialBars } from '#web/ui/charts/radial-bars.tsx';
import { ShareList } from '#web/ui/share-list.tsx';
import { InsightsCard } from './insights-card.tsx';
import styles from './post-insights.module.css';
import type { Insights } from './use-insights.ts';
import { useInsightsView } from './use-insights-view.ts';

const actionColors: Record<ProfileAction, string> = {
  profile_visits: 'var(--n1)',
  bio_link: 'var(--n2)',
  link_clicks: 'var(--n6)',
  direction: 'var(--n3)',
  call: 'var(--n4)',
  email: 'var(--n7)',
  text: 'var(--n5)',
  other: otherColor,
};

export function ProfileCard({ aggregate, ...load }: Insights) {
  const [{ picked }] = useInsightsView();
  const activity = aggregate?.profileActivity ?? { posts: 0, actions: [] };
  const navigation = aggregate?.storyNavigation ?? { stories: 0, moves: [] };
  const nothing = activity.actions.length === 0 && navigation.moves.length === 0;
  return (
    <InsightsCard
      panel="profile"
      title="Profile Activity"
      sub={
        picked.length > 0 ? 'Lifetime totals of the selected posts' : 'Lifetime totals of posts published in this range'
      }
      {...load}
      height={388}
      empty={nothing ? 'No profile activity data available' : null}
      why={nothing && !load.loading ? 'Instagram reports this for posts, carousels and stories, not reels.' : null}
    >
      <div className={styles.profile}>
        {activity.actions.length > 0 ? (
          <RadialBars
            label={`Profile activity of ${activity.posts} ${plural(activity.posts, 'post')}`}
            bars={activity.actions.map(({ action, value }) => ({
              key: action,
              label: actionLabels[action],
              value,
              color: actionColors[action],
            }))}
            format={wholeNumber}
          />
        ) : (
          <p className={styles.note}>No profile activity data available</p>
        )}
        <StoryNavigation navigation={navigation} />
      </div>
    </InsightsCard>
  );
}

function StoryNavigation({ navigation: { stories, moves } }: { navigation: MediaAggregate['storyNavigation'] }) {
  const all = moves.reduce((sum, { value }) => sum + value, 0);
  return (
    <section aria-label="Story Navigation" className={styles.navigation}>
      <h3>
        Story Navigation{' '}
        {stories > 0 && (
          <span className={styles.meta}>
            {wholeNumber(stories)} {plural(stories, 'story', 'stories')}
          </span>
        )}
      </h3>
      {moves.length === 0 ? (
        <p className={styles.note}>No navigation data for these stories.</p>
      ) : (
        <ShareList
          label="Story Navigation"
          against="whole"
          rows={moves.map(({ move, value }) => {
            const share = all > 0 ? (value / all) * 100 : 0;
            return {
              key: move,
              name: moveLabels[move],
              percent: share,
              text: `${Math.round(share)}%`,
              note: compactNumber(value),
            };
          })}
        />
      )}
    </section>
  );
}
