import { comparedPosts, minComparedPosts } from '@tidemark/contract';
import { ageLabel, dotGuideText } from '@tidemark/presentation';
import { BandChart } from '#web/ui/charts/band-chart.tsx';
import { compactNumber } from '#web/platform/format.ts';
import { Guide, GuidePart } from '#web/ui/guide.tsx';

const points = [
  [66, 310],
  [190, 820],
  [380, 1_400],
  [760, 2_100],
  [1_500, 2_900],
].map(([age = 0, value = 0]) => ({ age, value }));
const band = [
  [60, 90, 190, 330],
  [180, 260, 480, 800],
  [360, 430, 800, 1_250],
  [720, 700, 1_250, 1_900],
  [1_440, 1_000, 1_800, 2_600],
  [2_880, 1_300, 2_300, 3_300],
].map(([age = 0, low = 0, median = 0, high = 0]) => ({ age, low, median, high, count: 24 }));

export function PostGuide() {
  return (
    <Guide
      intro="The post’s views, reach or interactions at each age, compared with earlier posts of its format."
      sample={
        <>
          <GuidePart id="curve" label="Life curve">
            <span style={{ display: 'block', width: 'min(340px, 70vw)' }}>
              <BandChart
                points={points}
                band={band}
                label="Sample"
                name="Views"
                bandName="usually"
                format={compactNumber}
                formatAxis={compactNumber}
                formatAge={ageLabel}
                height={190}
              />
            </span>
          </GuidePart>
          <GuidePart id="score" label="Score">
            <b>93 of 100</b>
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'curve',
          name: 'Curve and band',
          text: `Points are measurements: about 1, 3, 6, 12, 24 and 48 hours after publishing, then daily for 30 days. The band holds 8 in 10 of up to ${comparedPosts} earlier posts of the format at that age, scaled to the account’s present level. It starts where at least ${minComparedPosts} of them have a value.`,
        },
        {
          id: 'score',
          name: 'Score',
          text: `The percentage of those posts that had less at the same age, using the latest age with enough measurements. Earlier posts are scaled to the account’s present level, so growth alone doesn’t raise the score. Posts older than 30 days are compared by lifetime totals. Yellow dot: ${dotGuideText}`,
        },
      ]}
    />
  );
}
