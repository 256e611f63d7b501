import { type GalleryMetric } from '@tidemark/contract';
import { weekdayNames } from '@tidemark/presentation';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useNetworkMetrics } from '#web/features/accounts/index.ts';
import { LabelFilter } from '#web/features/labels/index.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceMenu } from '#web/ui/choice-menu.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { FormatMenu } from '../formats/format-menu.tsx';
import { allFormats } from '../formats/media-formats.ts';
import { CaptionSearch } from '../posts-grid/caption-search.tsx';
import { formatFilters } from '../posts-view/use-posts-view.ts';
import { formatsLabel, galleryMetricNames } from './gallery-copy.ts';
import styles from './gallery-page.module.css';
import {
  type GalleryLayout,
  galleryLayouts,
  type GalleryView,
  hasFilters,
  noFilters,
  toMetric,
} from './gallery-search.ts';
import type { Gallery } from './use-gallery.ts';
import type { ShowGallery } from './use-gallery-view.ts';

const GalleryGuide = lazyGuide(async () => (await import('./gallery-guide.tsx')).GalleryGuide);

const layoutNames: Record<GalleryLayout, string> = { grid: 'Grid', list: 'List', calendar: 'Calendar' };
const picks = [
  { value: 'all', label: 'All' },
  { value: 'best', label: 'Best nine' },
  { value: 'worst', label: 'Worst nine', title: 'Without posts under 48 hours old' },
] as const;
const sortNames: Record<'published' | GalleryMetric, string> = { published: 'Date', ...galleryMetricNames };

/** Chooses the layout, sorts and filters. */
export function GalleryToolbar({ gallery: { view, show, labels } }: { gallery: Gallery }) {
  const { layout, pick, format, label, weekday, withStories, query } = view;
  const hasStories = useNetworkMetrics()?.posts.includes('replies') ?? true;
  return (
    <div className={styles.toolbar}>
      <div className={styles.controls}>
        <Segmented
          label="Layout"
          value={layout}
          options={galleryLayouts.map((value) => ({ value, label: layoutNames[value] }))}
          onChange={(next) => show({ layout: next })}
        />
        {layout !== 'calendar' && (
          <Segmented
            label="Posts"
            value={pick ?? 'all'}
            options={picks}
            onChange={(next) => show({ pick: next === 'all' ? null : next })}
          />
        )}
        <span className={styles.end}>
          <SortControl view={view} show={show} />
          <GuideButton title="Posts Guide">
            <GalleryGuide />
          </GuideButton>
        </span>
      </div>
      <div className={styles.controls}>
        <CaptionSearch query={query} onSearch={(text) => show({ query: text })} />
        <FormatMenu
          format={format ? formatsLabel(format) : allFormats}
          options={[allFormats, ...formatFilters.map(formatsLabel)]}
          onChange={(chosen) => show({ format: formatFilters.find((one) => formatsLabel(one) === chosen) ?? null })}
        />
        {labels.length > 0 && <LabelFilter labels={labels} label={label} onChange={(id) => show({ label: id })} />}
        <ChoiceMenu
          label="Weekday"
          value={weekday}
          options={[
            { value: null, name: 'All weekdays' },
            ...weekdayNames.map((name, index) => ({ value: index, name })),
          ]}
          onChange={(next) => show({ weekday: next })}
        />
        {hasStories && (
          <span className={styles.stories}>
            <Switch
              label="Stories"
              on={withStories}
              onChange={(on) => show({ withStories: on, ...(format === 'STORY' && { format: null }) })}
            />
            <span aria-hidden="true">Stories</span>
          </span>
        )}
      </div>
      <FilterChips view={view} show={show} labels={labels} />
    </div>
  );
}

function SortControl({ view, show }: { view: GalleryView; show: ShowGallery }) {
  const { layout, sort, pick, metrics } = view;
  const sorts = ['published', ...metrics] as const;
  const isDescending = sort.direction === 'desc';
  const isByTime = sort.by === 'published';
  return (
    <>
      <ChoiceMenu
        label="Sort by"
        prefix={<span className={styles.sortLabel}>{layout === 'calendar' ? 'Show: ' : 'Sort by: '}</span>}
        value={sort.by === 'published' ? sort.by : toMetric(view)}
        options={sorts.map((by) => ({ value: by, name: sortNames[by] }))}
        onChange={(by) => show({ sort: { by, direction: 'desc' } })}
      />
      {layout !== 'calendar' && pick === null && (
        <IconButton
          label={
            isByTime ? (isDescending ? 'Newest first' : 'Oldest first') : isDescending ? 'Most first' : 'Least first'
          }
          size="small"
          onClick={() => show({ sort: { ...sort, direction: isDescending ? 'asc' : 'desc' } })}
        >
          {isDescending ? <ArrowDown size={16} aria-hidden="true" /> : <ArrowUp size={16} aria-hidden="true" />}
        </IconButton>
      )}
    </>
  );
}

function FilterChips({ view, show, labels }: Pick<Gallery, 'view' | 'show' | 'labels'>) {
  const { format, label, weekday, hashtag, query } = view;
  if (!hasFilters(view)) return null;
  const labelName = labels.find(({ id }) => id === label)?.name ?? 'Label';
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      {query !== '' && <FilterChip name={`“${query}”`} onRemove={() => show({ query: '' })} />}
      {format && <FilterChip name={formatsLabel(format)} onRemove={() => show({ format: null })} />}
      {label && <FilterChip name={labelName} onRemove={() => show({ label: null })} />}
      {weekday !== null && <FilterChip name={`${weekdayNames[weekday]}s`} onRemove={() => show({ weekday: null })} />}
      {hashtag && <FilterChip name={`#${hashtag}`} onRemove={() => show({ hashtag: null })} />}
      <Button size="small" variant="text" onClick={() => show(noFilters)}>
        Clear filters
      </Button>
    </div>
  );
}

function FilterChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <Button size="small" className={styles.filterChip} aria-label={`Remove filter ${name}`} onClick={onRemove}>
      <bdi className={styles.filterName}>{name}</bdi>
      <X size={14} aria-hidden="true" />
    </Button>
  );
}
