import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { ColumnBars } from '#web/ui/charts/column-bars.tsx';
import { ShareList } from '#web/ui/share-list.tsx';

const ages = [
  { label: '18-24', female: 14, male: 9 },
  { label: '25-34', female: 26, male: 14 },
  { label: '35-44', female: 12, male: 11 },
];

export function DemographicsGuide() {
  return (
    <Guide
      intro="Who follows the chosen accounts, as Instagram tells it: now, not for a range. It tells nothing of accounts with 100 followers or fewer, and leaves out people whose age or place it does not know."
      sample={
        <>
          <GuidePart id="person">
            Your typical follower is <b>a woman</b> of <b>25-34</b> in <b>the United States</b>, with <b>New York</b>{' '}
            ahead of all other cities.
          </GuidePart>
          <GuidePart id="format">
            Preferred media format: <b>Reels</b>
          </GuidePart>
          <GuidePart id="ages">
            <ColumnBars
              label="Sample by age"
              height={56}
              columns={ages.map(({ label, female, male }) => ({
                label,
                text: `${female + male}%`,
                parts: [
                  { key: 'f', value: female, color: 'var(--n2)' },
                  { key: 'm', value: male, color: 'var(--n1)' },
                ],
              }))}
            />
          </GuidePart>
          <GuidePart id="places">
            <ShareList
              label="Sample countries"
              rows={[
                { key: 'us', name: 'United States', percent: 21.8, text: '21.80%' },
                { key: 'br', name: 'Brazil', percent: 14.7, text: '14.70%' },
              ]}
            />
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'person',
          name: 'Avatar',
          text: 'The largest group of every kind put together: it need not be one person. Weekday and hour are those at which what you published drew most interactions.',
        },
        {
          id: 'format',
          name: 'Preferred media format',
          text: 'The format with the most interactions for every account reached, of what was published in the range.',
        },
        {
          id: 'ages',
          name: 'Age & Gender',
          text: 'Each age group’s part of all followers; below, the genders within each group. “Other” is everybody whose gender Instagram does not tell.',
        },
        {
          id: 'places',
          name: 'Geography',
          text: 'The stronger a country’s colour, the more followers live there. Instagram names at most 45 countries and 45 cities for an account.',
        },
      ]}
    />
  );
}
