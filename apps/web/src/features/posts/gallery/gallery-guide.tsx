import { minPostsForMedian } from '@tidemark/contract';
import { Guide, GuidePart } from '#web/ui/guide.tsx';

export function GalleryGuide() {
  return (
    <Guide
      intro="Posts published in the range, by their lifetime totals. Days and weekdays are those of your time zone."
      sample={
        <>
          <GuidePart id="value" label="28,064 views">
            <b>28,064 views</b>
          </GuidePart>
          <GuidePart id="median" label="2.1 times the median">
            <span>2.1× median</span>
          </GuidePart>
          <GuidePart id="groups" label="Tuesdays 1.4×">
            <span>Tuesday · 12 posts · 1.4×</span>
          </GuidePart>
          <GuidePart id="selection" label="3 posts selected">
            <span>3 posts selected</span>
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'value',
          name: 'Value',
          text: 'The metric that the posts are sorted by. A dash means that Instagram does not report it; such posts come last.',
        },
        {
          id: 'median',
          name: 'Median',
          text: `Half of the account’s posts in the same format got more, half got less: in the range, or in the 90 days to its end if that is longer. Formats with fewer than ${minPostsForMedian} posts use the account’s median for all formats. Filters do not change it.`,
        },
        {
          id: 'groups',
          name: 'What works',
          text: `The median result, and × compares it: weekdays with the same account and format, formats with the whole account, hashtags with posts without them. Rows with fewer than ${minPostsForMedian} posts are pale and have no ratio. A difference can be chance.`,
        },
        {
          id: 'selection',
          name: 'Selection',
          text: 'Select two to eight posts to compare them or label them together; Shift selects a range. The address contains the selection, so you can share it.',
        },
      ]}
    />
  );
}
