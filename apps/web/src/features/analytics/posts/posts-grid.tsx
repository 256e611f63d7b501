import { type FilterMode, filterModes, postColumns as sortableColumns, type PostColumn } from '@tidemark/contract';
import { cutText } from '@tidemark/contract/characters';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { dayLabel, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import { pageCount, type PaginationModel, type SortModel } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { AnnotationsButton } from '../annotations/annotations-button.tsx';
import { DayAnnotations } from '../annotations/day-annotations.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { useFirstSyncNote } from '../first-sync.ts';
import { FormatMenu } from '../format-menu.tsx';
import { allFormats } from '../highlights/media-formats.ts';
import { useLabelFilter } from '../labels/use-label-filter.ts';
import { usePostLabels } from '../labels/use-post-labels.ts';
import { PostsGuide } from '../lazy-guides.ts';
import { usePeriod } from '../period-provider.tsx';
import { spanLabel, useInstagramToday } from '../use-period.ts';
import { FormatIcon } from './format-icon.tsx';
import { postColumns } from './post-columns.tsx';
import { postFormats } from './post-format.ts';
import styles from './posts-grid.module.css';
import { postsQuery } from './posts.query.ts';
import { useExportedPosts } from './use-exported-posts.ts';
import { whenLabel } from './published-when.ts';
import { defaultPageSize, type FormatFilter, formatFilters, pageSizes, usePostsView } from './use-posts-view.ts';
import { toRowId, usePostSelection } from './use-post-selection.ts';
import { useDebouncedCallback } from './use-debounced-callback.ts';
import { postsSub } from './sub-labels.ts';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const LabelFilter = lazyComponent(async () => (await import('../labels/label-filter.tsx')).LabelFilter);
const SelectedPostsBar = lazyComponent(async () => (await import('../labels/selected-posts-bar.tsx')).SelectedPostsBar);

const searchDebounceMillis = 300;
const skeletonRows = 5;
/** Shown on a phone until the user requests all. */
const rowsOnPhone = 3;
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

export function PostsGrid() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts } = useAccounts();
  const note = useFirstSyncNote();
  const [{ filterMode, format, query, when: selectedTime, label: labelId, sortModel, paginationModel }, show] =
    usePostsView();
  const { labels, label } = useLabelFilter(labelId);
  // A day of another range stays in the URL until the range has it again.
  const when = selectedTime && 'day' in selectedTime && !period.days.includes(selectedTime.day) ? null : selectedTime;
  // The current input; the URL follows once the user stops typing.
  const [draftQuery, setDraftQuery] = useState<string | null>(null);
  const debounceSearch = useDebouncedCallback(searchDebounceMillis);
  const search = (text: string) => show({ query: cutText(text.trim(), { maxUnits: 200 }), paginationModel: firstPage });
  const firstPage = { ...paginationModel, page: 0 };
  const clear = () => {
    setDraftQuery(null);
    search('');
  };

  const { data, error, isPending, isFetching, refetch } = useQuery(
    postsQuery({ paginationModel, sortModel, query, filterMode, format, when, label }, accountIds, period),
  );
  const today = useInstagramToday();
  const rows = data?.rows ?? noRows;
  const posts = useMemo(() => rows.map(({ accountRef, id }) => ({ accountId: accountRef, mediaId: id })), [rows]);
  const labelsByPost = usePostLabels(posts);
  const columns = useMemo(
    () => postColumns(new Map(accounts.map((account) => [account._id, account])), today, labelsByPost),
    [accounts, today, labelsByPost],
  );
  const lastPage = pageCount(data?.totalRowCount ?? 0, paginationModel.pageSize) - 1;
  const isPastLastPage = data !== undefined && !isFetching && paginationModel.page > lastPage;
  useEffect(() => {
    if (isPastLastPage) show({ paginationModel: { ...paginationModel, page: lastPage } });
  }, [isPastLastPage, show, paginationModel, lastPage]);

  const since = data?.activitySince ?? null;
  const activitySince = since !== null && period.from < since ? since : null;
  const isPhone = useMedia('(width < 700px)');
  const [wantsAll, setWantsAll] = useState(false);
  const isShort = isPhone && !wantsAll && isFirstPage(paginationModel);
  const total = data?.totalRowCount ?? 0;
  const toggleAll = () => {
    setWantsAll(isShort);
    if (!isFirstPage(paginationModel)) show({ paginationModel: { page: 0, pageSize: defaultPageSize } });
  };

  const list = accountIds.length > 0 ? [accountIds, period.from, period.to].join() : null;
  const shownRows = isShort ? rows.slice(0, rowsOnPhone) : rows;
  const { columns: selectionColumns, mode, ...selection } = usePostSelection({ list, rows: shownRows, labels });

  // A different list starts on its first page.
  const shownList = useRef<string | null>(null);
  useEffect(() => {
    if (list === null || list === shownList.current) return;
    const isFirst = shownList.current === null;
    shownList.current = list;
    if (!isFirst && paginationModel.page > 0) show({ paginationModel: { ...paginationModel, page: 0 } });
  }, [list, show, paginationModel]);

  return (
    <Card
      title={
        <>
          Instagram Posts <span className={styles.range}>{spanLabel(period)}</span>
        </>
      }
      sub={
        activitySince === null
          ? postsSub
          : `Lifetime totals. Daily activity since ${dayLabel(activitySince)}; before that, all three lists are alike`
      }
      tools={
        <>
          {/* A phone's header has no room for this button. */}
          {isPhone && <AnnotationsButton />}
          <ExportMenu title="Instagram Posts" sections={['posts']} {...useExportedPosts()} chart={[]} />
          <GuideButton title="Instagram Posts Guide">
            <PostsGuide />
          </GuideButton>
        </>
      }
      className={styles.card}
    >
      <div className={styles.toolbar}>
        <TextField
          label="Search caption"
          hideLabel
          type="search"
          placeholder="Search caption"
          className={styles.search}
          value={draftQuery ?? query}
          onChange={({ target }) => {
            setDraftQuery(target.value);
            debounceSearch(() => search(target.value));
          }}
          onBlur={() => setDraftQuery(null)}
          icon={<Search size={16} aria-hidden="true" />}
          end={
            (draftQuery ?? query) && (
              <IconButton label="Clear search" size="small" tooltip={false} onClick={clear}>
                <X size={15} aria-hidden="true" />
              </IconButton>
            )
          }
        />
        <div className={styles.filters}>
          <FormatMenu
            format={format ? formatLabels[format] : allFormats}
            options={[allFormats, ...formatFilters.map((one) => formatLabels[one])]}
            onChange={(label) =>
              show({
                format: formatFilters.find((one) => formatLabels[one] === label) ?? null,
                paginationModel: firstPage,
              })
            }
          />
          {labels.length > 0 && (
            <LabelFilter
              labels={labels}
              label={label}
              onChange={(id) => show({ label: id, paginationModel: firstPage })}
            />
          )}
          {mode && (
            <Button size="small" onClick={mode.toggle}>
              {mode.isOn ? 'Done' : 'Select'}
            </Button>
          )}
        </div>
        <Segmented
          label="List mode"
          value={filterMode}
          options={filterModes.map((value) => ({ value, ...modeLabels[value] }))}
          onChange={(mode) => show({ filterMode: mode, paginationModel: firstPage })}
        />
      </div>
      {when && (
        <Button
          size="small"
          className={styles.when}
          aria-label={`Show all posts of the range, not only ${whenLabel(when)}`}
          onClick={() => show({ when: null, paginationModel: firstPage })}
        >
          {'weekday' in when && 'Published on '}
          {whenLabel(when)}
          <X size={14} aria-hidden="true" />
        </Button>
      )}
      {when && 'day' in when && <DayAnnotations day={when.day} />}
      <DataGrid
        label="Instagram Posts"
        columns={[...selectionColumns, ...columns]}
        rows={shownRows}
        rowId={toRowId}
        rowCount={total}
        paginationModel={paginationModel}
        onPaginationModelChange={(model) => show({ paginationModel: model })}
        pageSizeOptions={isShort ? undefined : pageSizes}
        sortModel={sortModel}
        onSortModelChange={(model) => show({ sortModel: model.flatMap(onlySortable), paginationModel: firstPage })}
        loading={isPending}
        skeletonRows={isShort ? rowsOnPhone : skeletonRows}
        phoneColumns="56px 5.4rem 1fr 0.8fr 1.2fr"
        refreshing={isFetching}
        failure={
          error && (
            <EmptyState
              title="Failed to fetch rows"
              why={error.message === 'Failed to fetch rows' ? null : error.message}
              action={<Button onClick={() => void refetch()}>Try again</Button>}
            />
          )
        }
        empty={
          <EmptyState
            title="No posts to display"
            why={
              query
                ? `No captions contain “${query}”.`
                : when
                  ? `Nothing on ${whenLabel(when)}.`
                  : label
                    ? 'No posts in this range have this label.'
                    : format
                      ? 'Try another format.'
                      : (note ?? 'Nothing was published or seen in this range. Try a longer range.')
            }
            action={query ? <Button onClick={clear}>Clear search</Button> : undefined}
          />
        }
        legend={
          isShort
            ? undefined
            : postFormats.map((format) => (
                <span key={format} className={styles.legend}>
                  <FormatIcon format={format} />
                  {format}
                </span>
              ))
        }
      />
      {selection.posts.length > 0 && <SelectedPostsBar {...selection} />}
      {isPhone && (isPending || total > rowsOnPhone) && (
        <Button className={styles.all} aria-expanded={!isShort} disabled={isPending} onClick={toggleAll}>
          {isPending ? 'Show all posts' : isShort ? `Show all ${wholeNumber(total)} posts` : 'Show fewer posts'}
        </Button>
      )}
    </Card>
  );
}

function isFirstPage({ page, pageSize }: PaginationModel): boolean {
  return page === 0 && pageSize === defaultPageSize;
}

const noRows: never[] = [];
function onlySortable({ field, sort }: SortModel[number]): SortModel<PostColumn> {
  const known = sortableColumns.find((column) => column === field);
  return known ? [{ field: known, sort }] : [];
}
