import { dotGuideText } from '@tidemark/presentation';
import { TrendChip } from '#web/features/metrics/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './compare-page.module.css';

const sampleDays = [3, 5, 4, 7, 6, 9].map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));

export function ComparisonGuide() {
  return (
    <Guide
      intro="Every metric of each account over the same days, and how it changed since the comparison period."
      sample={
        <>
          <GuidePart id="account" label="Fjordlys Kitchen">
            <span className={styles.account}>
              <Avatar src={null} name="Fjordlys Kitchen" size={28} ring="var(--s1)" />
              <span className={styles.name}>Fjordlys Kitchen</span>
            </span>
          </GuidePart>
          <GuidePart id="value" label="12.4k views, up 8.1%">
            <span className={styles.cell}>
              <span className={styles.number}>12.4k</span>
              <TrendChip
                direction="up"
                state="final"
                percentChange={8.1}
                explanation="Up since the comparison period"
              />
            </span>
          </GuidePart>
          <GuidePart id="lines" label="Lines">
            <Sparkline series={sampleDays} label="Sample" color="var(--s1)" width={200} height={52} />
          </GuidePart>
        </>
      }
      parts={[
        { id: 'account', name: 'Account', text: 'Opens the account with the same date range.' },
        {
          id: 'value',
          name: 'Value and change',
          text: `Select a column’s title to sort by it. If the last day of one account is still in progress, the change leaves that day out for all of them. Yellow dot: ${dotGuideText}`,
        },
        {
          id: 'lines',
          name: 'Lines',
          text: 'Choose which accounts are drawn. “Log” keeps small accounts readable; “Indexed” starts each at 100 to show growth alone. The dotted line is the comparison period.',
        },
      ]}
    />
  );
}
