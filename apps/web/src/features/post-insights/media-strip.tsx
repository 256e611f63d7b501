import { type FilterMode, filterModes } from '@tidemark/contract';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useMemo } from 'react';
import { allFormats, FormatMenu } from '#web/features/posts/index.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { maxPicked, toggled } from './insights-search.ts';
import styles from './media-strip.module.css';
import { StripList } from './strip-list.tsx';
import { useInsightsView } from './use-insights-view.ts';
import { useStripMedia } from './use-strip-media.ts';
import { useStripOpen } from './use-strip-open.ts';

const skeletons = 4;
const modeLabels: Record<FilterMode, { label: string; title: string }> = {
  combined: { label: 'Combined', title: 'Published or active in the range' },
  published: { label: 'Published', title: 'Published in the range' },
  active: { label: 'Active', title: 'Seen or interacted with in the range' },
};

/** The selection strip at the bottom. All panels show the selected media. */
export function MediaStrip() {
  const [view, show] = useInsightsView();
  const { filterMode, format, picked } = view;
  const { open, pinned, togglePinned, watch } = useStripOpen();
  const { offered, options, total, loading, failed, retry, isMore, more } = useStripMedia(view);
  const chosen = useMemo(() => new Set(picked), [picked]);
  const listId = useId();

  function toggle(id: string) {
    const next = toggled(picked, id);
    if (next) show({ picked: next });
    else notify.error(`You can select up to ${maxPicked} posts.`);
  }

  return (
    <section className={styles.strip} aria-label="Media strip" data-pinned-bottom data-open={open} {...watch}>
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.handle}
          aria-expanded={open}
          aria-controls={listId}
          onClick={togglePinned}
        >
          {open ? <ChevronDown size={18} aria-hidden="true" /> : <ChevronUp size={18} aria-hidden="true" />}
          <span className={styles.title}>Media</span>
          <span className="vh">{pinned ? ', pinned open' : ''}</span>
        </button>
        <p className={styles.count} aria-live="polite">
          {picked.length > 0 ? (
            <>
              <b>{picked.length}</b> selected
            </>
          ) : (
            !loading && !failed && `${wholeNumber(total)} ${plural(total, 'post')}`
          )}
        </p>
        {picked.length > 0 && (
          <Button size="small" onClick={() => show({ picked: [] })}>
            Reset
          </Button>
        )}
        <div className={styles.filters}>
          <Segmented
            label="Filter mode"
            value={filterMode}
            options={filterModes.map((value) => ({ value, ...modeLabels[value] }))}
            onChange={(mode) => show({ filterMode: mode })}
          />
          <FormatMenu
            format={format ?? allFormats}
            options={options}
            onChange={(option) => show({ format: option === allFormats ? null : option })}
          />
        </div>
      </div>
      <div id={listId} className={styles.room}>
        {loading ? (
          <div className={styles.skeletons} aria-hidden="true">
            {Array.from({ length: skeletons }, (_, index) => (
              <Skeleton key={index} width={176} height={156} radius={14} />
            ))}
          </div>
        ) : failed ? (
          <p className={styles.none}>
            Could not load media.{' '}
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </p>
        ) : offered.length === 0 && !isMore ? (
          <p className={styles.none}>No media found for the selected filters.</p>
        ) : (
          <StripList
            // Remounts, so that another list starts at its beginning.
            key={`${filterMode} ${format}`}
            media={offered}
            picked={chosen}
            onToggle={toggle}
            isMore={isMore}
            onEnd={more}
          />
        )}
      </div>
    </section>
  );
}
