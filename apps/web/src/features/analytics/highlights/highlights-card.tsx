import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { noAccountText, useFirstSyncNote } from '../first-sync.ts';
import { HighlightsGuide } from '../lazy-guides.ts';
import { useFailureToast } from '../use-failure-toast.ts';
import { usePeriod } from '../use-period.ts';
import { bestOf } from './highlight-figures.ts';
import { FormatMenu } from '../format-menu.tsx';
import styles from './highlights-card.module.css';
import { MediaCard } from './media-card.tsx';
import { allFormats, formatOptions, ofFormat, pruned } from './media-formats.ts';
import { mediaQuery } from './media.query.ts';
import { SelectionFigures } from './selection-figures.tsx';

const shownAtFirst = 24;

/** Recent media to pick from, and what the picked ones brought in the range. */
export function HighlightsCard() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts, isPending: accountsPending } = useAccounts();
  const note = useFirstSyncNote();
  const { data, error, isPending, isFetching } = useQuery(mediaQuery(accountIds, period));
  const [format, setFormat] = useState(allFormats);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(shownAtFirst);
  useFailureToast(error, 'Unabled to retreive media');

  // A load that failed leaves an empty list.
  const media = useMemo(() => (error ? [] : (data?.media ?? [])), [data, error]);
  const options = formatOptions(media);
  const chosenFormat = options.includes(format) ? format : allFormats;
  const offered = useMemo(() => ofFormat(media, chosenFormat), [media, chosenFormat]);
  const picked = useMemo(() => pruned(selected, media), [selected, media]);
  const best = useMemo(() => bestOf(offered), [offered]);
  const nobody = accountIds.length === 0 && !accountsPending;
  const loading = isPending && !error && !nobody;

  function toggle(mediaId: string) {
    const next = new Set(picked);
    if (!next.delete(mediaId)) next.add(mediaId);
    setSelected(next);
  }

  return (
    <Card
      title="Recent media"
      sub={countText(media.length, data?.total ?? 0)}
      tools={
        <>
          {picked.size > 0 && (
            <Button size="small" onClick={() => setSelected(new Set())}>
              Reset
            </Button>
          )}
          <FormatMenu format={chosenFormat} options={options} onChange={setFormat} />
          <GuideButton title="Recent Media Card Guide">
            <HighlightsGuide />
          </GuideButton>
        </>
      }
      refreshing={isFetching && !isPending}
      data-panel="highlights"
    >
      {loading ? (
        <HighlightsSkeleton />
      ) : offered.length === 0 ? (
        <EmptyState
          title="No media available to display for the selected range."
          why={nobody ? noAccountText : (note ?? (media.length > 0 ? 'Another format may have some.' : null))}
        />
      ) : (
        <>
          <SelectionFigures
            media={picked.size > 0 ? media.filter(({ mediaId }) => picked.has(mediaId)) : offered}
            selected={picked.size}
          />
          <ul className={styles.strip} aria-label="Recent media">
            {offered.slice(0, most).map((item) => (
              <MediaCard
                key={item.mediaId}
                item={item}
                account={accounts.find(({ _id }) => _id === item.accountId)}
                selected={picked.has(item.mediaId)}
                best={item.mediaId === best}
                onToggle={() => toggle(item.mediaId)}
              />
            ))}
            {offered.length > most && (
              <li className={styles.more}>
                <Button onClick={() => setMost(most + shownAtFirst)}>Show more</Button>
              </li>
            )}
          </ul>
        </>
      )}
    </Card>
  );
}

function countText(told: number, all: number): string {
  if (all > told && told > 0)
    return `The newest ${wholeNumber(told)} of ${wholeNumber(all)} published or active in the range`;
  return 'Published or active in the range; pick some to see what they brought';
}

function HighlightsSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton height={74} radius={14} />
      <div className={styles.strip} style={{ marginTop: 14, overflow: 'hidden' }}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} width={168} height={248} radius={16} />
        ))}
      </div>
    </div>
  );
}
