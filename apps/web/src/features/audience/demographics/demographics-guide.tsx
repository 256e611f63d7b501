import { genderColors } from '@tidemark/presentation';
import { AudienceEvidence } from '#web/features/metrics/index.ts';
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
      intro="Follower demographics as Instagram reports them today, not for the selected range. Not available for accounts with 100 followers or fewer. Percentages are of the followers Instagram reports on, not of all followers; each view shows how many that is."
      action={<AudienceEvidence metric="follower_demographics" />}
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
                  { key: 'f', value: female, color: genderColors.female },
                  { key: 'm', value: male, color: genderColors.male },
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
          text: 'A composite of the largest segments, not a real person. Weekday and hour are when your posts got the most interactions. Similar accounts are mentioned in posts without being collaborators.',
        },
        {
          id: 'format',
          name: 'Preferred media format',
          text: 'The format with the most interactions per account reached, among posts published in the range.',
        },
        {
          id: 'ages',
          name: 'Age & Gender',
          text: 'Each age group’s share of the followers whose age and gender Instagram reports; below, the genders within each group. “Other” includes followers without a reported gender.',
        },
        {
          id: 'places',
          name: 'Geography',
          text: 'The stronger a country’s colour, the more followers live there. Instagram reports at most 45 countries and 45 cities per account, so cities often cover less than half of the followers.',
        },
      ]}
    />
  );
}
