import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { useFirstSyncNote, useFailureToast, usePhoneSection } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { FormatMenu, allFormats, formatOptions, filterByFormat, pruned } from '#web/features/posts/index.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { findBest } from './find-best.ts';
import styles from './highlights-card.module.css';
import { MediaCard } from './media-card.tsx';
import { mediaQuery } from './media.query.ts';
import { SelectionFigures } from './selection-figures.tsx';
import { closedHighlightsSub, highlightsSub } from './sub-labels.ts';

const HighlightsGuide = lazyGuide(async () => (await import('./highlights-guide.tsx')).HighlightsGuide);

const shownAtFirst = 24;

/** Lists recent media to select, and the selection's totals in the range. */
export function HighlightsCard() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts } = useAccounts();
  const note = useFirstSyncNote();
  const section = usePhoneSection('highlights');
  const isClosed = section?.open === false;
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...mediaQuery(accountIds, period),
    enabled: !isClosed,
  });
  const [format, setFormat] = useState(allFormats);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(shownAtFirst);
  useFailureToast(error, 'Unabled to retreive media');

  // A failed load leaves the list empty.
  const media = useMemo(() => (error ? [] : (data?.media ?? [])), [data, error]);
  const options = formatOptions(media);
  const chosenFormat = options.includes(format) ? format : allFormats;
  const offered = useMemo(() => filterByFormat(media, chosenFormat), [media, chosenFormat]);
  const picked = useMemo(() => pruned(selected, media), [selected, media]);
  const counted = picked.size > 0 ? media.filter(({ mediaId }) => picked.has(mediaId)) : offered;
  const best = useMemo(() => findBest(offered), [offered]);
  const loading = isPending && !error;

  function toggle(mediaId: string) {
    const next = new Set(picked);
    if (!next.delete(mediaId)) next.add(mediaId);
    setSelected(next);
  }

  return (
    <Card
      title="Recent media"
      sub={isClosed ? closedHighlightsSub : countText(media.length, data?.total ?? 0)}
      collapse={section}
      tools={
        <>
          {picked.size > 0 && (
            <Button size="small" onClick={() => setSelected(new Set())}>
              Reset
            </Button>
          )}
          <FormatMenu format={chosenFormat} options={options} onChange={setFormat} />
          {offered.length > 0 && (
            <ExportMenu
              title="Recent media"
              sections={['media', 'media-totals']}
              chart={[]}
              {...(counted.length < media.length && { mediaIds: counted.map(({ mediaId }) => mediaId) })}
            />
          )}
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
      ) : error ? (
        <EmptyState title="Could not load media" action={<Button onClick={() => void refetch()}>Try again</Button>} />
      ) : offered.length === 0 ? (
        <EmptyState
          title="No media available to display for the selected range."
          why={note ?? (media.length > 0 ? 'Try another format.' : null)}
        />
      ) : (
        <div data-picture>
          <SelectionFigures media={counted} selected={picked.size} />
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
        </div>
      )}
    </Card>
  );
}

function countText(reported: number, all: number): string {
  if (all > reported && reported > 0)
    return `Newest ${wholeNumber(reported)} of ${wholeNumber(all)} published or active in this range; numbers cover this range only`;
  return highlightsSub;
}

function HighlightsSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton height="auto" radius={14} className={styles.room} />
      <div className={styles.strip} style={{ marginTop: 14, overflow: 'hidden' }}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} width={168} height={266} radius={16} />
        ))}
      </div>
    </div>
  );
}
