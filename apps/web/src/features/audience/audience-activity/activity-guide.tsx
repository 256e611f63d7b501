import { PostsEvidence } from '#web/features/metrics/index.ts';
import { ColumnBars } from '#web/ui/charts/column-bars.tsx';
import { Heatmap } from '#web/ui/charts/heatmap.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { ShareList } from '#web/ui/share-list.tsx';

const days = ['Sun', 'Mon', 'Tue', 'Wed'];
const counts = [2, 5, 3, 7];

export function ActivityGuide() {
  return (
    <Guide
      intro="When posts were published in this range, how people interacted with them, and which hashtags and accounts they mention."
      action={<PostsEvidence metrics={['published', 'total_interactions']} />}
      sample={
        <>
          <GuidePart id="days">
            <ColumnBars
              label="Sample by weekday"
              height={60}
              columns={days.map((label, index) => ({
                label,
                parts: [{ key: label, value: counts[index] ?? 0, color: 'var(--ramp3)' }],
                text: `${Math.round(((counts[index] ?? 0) / 17) * 100)}%`,
              }))}
              peakText="strongest day"
            />
          </GuidePart>
          <GuidePart id="hours">
            <Heatmap
              label="Sample by time of day"
              columns={days}
              rows={['8a-12p', '4p-8p']}
              values={[
                [0, 2],
                [2, 3],
                [1, 2],
                [2, 5],
              ]}
              format={String}
            />
          </GuidePart>
          <GuidePart id="names">
            <ShareList
              label="Sample hashtags"
              rows={[
                { key: 'a', name: '#seaside', percent: 60, text: '60%' },
                { key: 'b', name: '#tides', percent: 40, text: '40%' },
              ]}
            />
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'days',
          name: 'By weekday',
          text: 'Each weekday’s share. The strongest day has an outline. “Interactions” adds up all interactions with posts published on that day. Click a weekday or a time of day to see its posts; click it again to see all.',
        },
        {
          id: 'hours',
          name: 'By time of day',
          text: 'Six four-hour blocks in your device’s time zone. Stories are excluded: they expire, so earlier ones are unknown.',
        },
        {
          id: 'names',
          name: 'Hashtags, mentions, collaborations',
          text: 'The five used in the most posts, each with its share of all uses. The line below counts the rest and any ties with the last.',
        },
      ]}
    />
  );
}
