import { comparedAgeDays, minPostsWithLabel } from '@tidemark/contract';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { LabelChip } from './label-chip.tsx';

export function LabelsGuide() {
  return (
    <Guide
      intro="A label is your name for a group of posts. Each is compared with similar posts without it."
      sample={
        <>
          <GuidePart id="label" label="People">
            <LabelChip label={{ name: 'People', color: 'indigo' }} />
          </GuidePart>
          <GuidePart id="ratio" label="1.3 to 1.8 times">
            <b>1.3 to 1.8 times</b>
          </GuidePart>
          <GuidePart id="p" label="p = 0.003">
            <span>p = 0.003</span>
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'label',
          name: 'Labelled and other posts',
          text: `Compared by their median and their middle half, because a single viral post moves an average. Only posts that are at least ${comparedAgeDays} days old count, and each is compared with posts of the same account and format from the same weeks. A label about formats is compared with other formats. At least ${minPostsWithLabel} posts are needed on each side.`,
        },
        {
          id: 'ratio',
          name: '95% interval',
          text: 'How many times as much a labelled post gets as a similar one without the label. In 95 of 100 cases, the true ratio lies in the interval.',
        },
        {
          id: 'p',
          name: 'p',
          text: 'How likely such a difference would be by chance (rank test of Mann and Whitney). Posts of one week count together, because a good week lifts them all. Someone who looks at ten labels and eight metrics sees something by chance, so p is corrected for both. Below 0.05, the difference is called clear. It does not say what causes it.',
        },
      ]}
    />
  );
}
