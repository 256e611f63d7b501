import { comparedAgeDays, minPostsWithLabel } from '@tidemark/contract';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { LabelChip } from './label-chip.tsx';

export function LabelsGuide() {
  return (
    <Guide
      intro="A label groups posts under a name. They are compared with similar posts without the label."
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
          text: `Compared by median and middle half, because one viral post skews an average. Only posts at least ${comparedAgeDays} days old count, and each is compared with posts of the same account and format from the same weeks. A label about formats is compared with other formats. Each side needs at least ${minPostsWithLabel} posts.`,
        },
        {
          id: 'ratio',
          name: '95% interval',
          text: 'A labelled post’s result divided by that of a similar post without the label. In 95 of 100 cases, the interval contains the true ratio.',
        },
        {
          id: 'p',
          name: 'p',
          text: 'How likely chance alone would produce such a difference (Mann–Whitney rank test). Posts of one week count together, because a good week lifts them all. Checking many labels and metrics turns up chance findings, so p is corrected for both. Below 0.05, a difference is called clear. It doesn’t prove a cause.',
        },
      ]}
    />
  );
}
