import { type FilterMode, filterModes } from '@tidemark/contract';
import { X } from 'lucide-react';
import { DayAnnotations } from '#web/features/annotations/index.ts';
import { LabelFilter } from '#web/features/labels/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { FormatMenu } from '../formats/format-menu.tsx';
import { allFormats } from '../formats/media-formats.ts';
import { CaptionSearch } from './caption-search.tsx';
import styles from './posts-grid.module.css';
import type { PostSelection } from './use-post-selection.ts';
import type { PostsList } from './use-posts-list.ts';
import { type FormatFilter, formatFilters } from '../posts-view/use-posts-view.ts';
import { whenLabel } from './when-label.ts';

const modeLabels: Record<FilterMode, { label: string; title: string }> = {
  combined: { label: 'Combined', title: 'Published or active in the range' },
  published: { label: 'Published', title: 'Published in the range' },
  active: { label: 'Active', title: 'Seen or interacted with in the range' },
};

const formatLabels: Record<FormatFilter, string> = {
  POST: 'Posts',
  REEL: 'Reels',
  CAROUSEL: 'Carousels',
  STORY: 'Stories',
};

interface PostsToolbarProps extends Pick<PostsList, 'view' | 'show' | 'labels'> {
  selectionMode: PostSelection['mode'];
}

/** Searches and filters the posts. */
export function PostsToolbar({ view, show, labels, selectionMode }: PostsToolbarProps) {
  const { query, format, label, filterMode, when } = view;
  return (
    <>
      <div className={styles.toolbar}>
        <CaptionSearch query={query} onSearch={(text) => show({ query: text })} />
        <div className={styles.filters}>
          <FormatMenu
            format={format ? formatLabels[format] : allFormats}
            options={[allFormats, ...formatFilters.map((one) => formatLabels[one])]}
            onChange={(chosen) => show({ format: formatFilters.find((one) => formatLabels[one] === chosen) ?? null })}
          />
          {labels.length > 0 && <LabelFilter labels={labels} label={label} onChange={(id) => show({ label: id })} />}
          {selectionMode && (
            <Button size="small" onClick={selectionMode.toggle}>
              {selectionMode.isOn ? 'Done' : 'Select'}
            </Button>
          )}
        </div>
        <Segmented
          label="List mode"
          value={filterMode}
          options={filterModes.map((value) => ({ value, ...modeLabels[value] }))}
          onChange={(mode) => show({ filterMode: mode })}
        />
      </div>
      {when && (
        <Button
          size="small"
          className={styles.when}
          aria-label={`Show all posts of the range, not only ${whenLabel(when)}`}
          onClick={() => show({ when: null })}
        >
          {'weekday' in when && 'Published on '}
          {whenLabel(when)}
          <X size={14} aria-hidden="true" />
        </Button>
      )}
      {when && 'day' in when && <DayAnnotations day={when.day} />}
    </>
  );
}
