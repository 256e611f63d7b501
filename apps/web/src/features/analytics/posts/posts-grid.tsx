import { type FilterMode, filterModes, postColumns as sortableColumns, type PostColumn } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import { pageCount, type PaginationModel, type SortModel } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useFirstSyncNote } from '../first-sync.ts';
import { spanLabel, usePeriod } from '../use-period.ts';
import { FormatIcon } from './format-icon.tsx';
import { postColumns } from './post-columns.tsx';
import { postFormats } from './post-format.ts';
import styles from './posts-grid.module.css';
import { postsQuery } from './posts.query.ts';
import { useSettled } from './use-settled.ts';

const pageSizes = [5, 10, 50, 100];
const searchRestsMilliseconds = 300;
const firstPage: PaginationModel = { page: 0, pageSize: 5 };
const modeWords: Record<FilterMode, { label: string; title: string }> = {
  combined: { label: 'Combined', title: 'Published or active in the range' },
  published: { label: 'Published', title: 'Published in the range' },
  active: { label: 'Active', title: 'Seen or interacted with in the range' },
};

export function PostsGrid() {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts, isPending: accountsPending } = useAccounts();
  const note = useFirstSyncNote();
  const [filterMode, setFilterMode] = useState<FilterMode>('combined');
  const [typed, setTyped] = useState('');
  const [sortModel, setSortModel] = useState<SortModel<PostColumn>>([{ field: 'timestamp', sort: 'desc' }]);
  const [wantedPage, setPage] = useState<PaginationModel>(firstPage);
  const query = useSettled(typed.trim().slice(0, 200), searchRestsMilliseconds);

  // Another list starts on its first page.
  const list = JSON.stringify([accountIds, period.from, period.to, filterMode, query]);
  const [pagedList, setPagedList] = useState(list);
  const paginationModel = pagedList === list ? wantedPage : { ...wantedPage, page: 0 };
  if (pagedList !== list) {
    setPagedList(list);
    setPage(paginationModel);
  }

  const { data, error, isPending, isFetching, refetch } = useQuery(
    postsQuery({ paginationModel, sortModel, query, filterMode }, accountIds, period),
  );
  const columns = useMemo(() => postColumns(new Map(accounts.map((account) => [account._id, account]))), [accounts]);
  const nobody = accountIds.length === 0 && !accountsPending;
  const lastPage = pageCount(data?.totalRowCount ?? 0, paginationModel.pageSize) - 1;
  if (data && !isFetching && paginationModel.page > lastPage) setPage({ ...paginationModel, page: lastPage });

  return (
    <Card
      title={
        <>
          Instagram Posts <span className={styles.range}>{spanLabel(period)}</span>
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
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          icon={<Search size={16} aria-hidden="true" />}
          end={
            typed && (
              <IconButton label="Clear the search" size="small" tooltip={false} onClick={() => setTyped('')}>
                <X size={15} aria-hidden="true" />
              </IconButton>
            )
          }
        />
        <Segmented
          label="List mode"
          value={filterMode}
          options={filterModes.map((value) => ({ value, ...modeWords[value] }))}
          onChange={setFilterMode}
        />
      </div>
      <DataGrid
        label="Instagram Posts"
        columns={columns}
        rows={data?.rows ?? noRows}
        rowId={(row) => row.id}
        rowCount={data?.totalRowCount ?? 0}
        paginationModel={paginationModel}
        onPaginationModelChange={setPage}
        pageSizeOptions={pageSizes}
        sortModel={sortModel}
        onSortModelChange={(model) => setSortModel(model.flatMap(onlySortable))}
        loading={isPending && !nobody}
        skeletonRows={firstPage.pageSize}
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
                ? `No caption has “${query}” in it.`
                : (note ?? 'Nothing was published or seen in this range. Try a longer one.')
            }
            action={query ? <Button onClick={() => setTyped('')}>Clear the search</Button> : undefined}
          />
        }
        legend={postFormats.map((format) => (
          <span key={format} className={styles.legend}>
            <FormatIcon format={format} />
            {format}
          </span>
        ))}
      />
    </Card>
  );
}

const noRows: never[] = [];

function onlySortable({ field, sort }: SortModel[number]): SortModel<PostColumn> {
  const known = sortableColumns.find((column) => column === field);
  return known ? [{ field: known, sort }] : [];
}
