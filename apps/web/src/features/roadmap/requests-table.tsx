import type { FeatureRequest } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { ChevronUp, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { dateLabel, wholeNumber } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { Markdown } from './markdown.tsx';
import styles from './requests-table.module.css';
import { upvotesQuery } from './roadmap.query.ts';
import { useUpvote } from './use-upvote.ts';

const pageSizes = [5, 10, 25];

interface RequestsTableProps {
  requests: readonly FeatureRequest[] | undefined;
  failed: boolean;
}

export function RequestsTable({ requests, failed }: RequestsTableProps) {
  const [paging, setPaging] = useState({ page: 0, pageSize: 10 });
  const rows = useMostUpvotedFirst(requests ?? none);
  return (
    <Card title="Requested Features" sub="Requests from users, most upvoted first. Upvote the ones you want.">
      <div className={styles.requests}>
        <DataGrid
          label="Requested features"
          columns={columns}
          rows={rows}
          rowId={({ id }) => String(id)}
          pageSizeOptions={pageSizes}
          paginationModel={paging}
          onPaginationModelChange={setPaging}
          loading={!requests && !failed}
          skeletonRows={4}
          failure={failed && !requests && <EmptyState compact title="Could not load requests" />}
          empty={<EmptyState compact title="No requests yet" why="Be the first to suggest one." />}
        />
      </div>
    </Card>
  );
}

const none: readonly FeatureRequest[] = [];

/** Sorts by the votes at load time: a later vote must not move the row under the pointer. */
function useMostUpvotedFirst(requests: readonly FeatureRequest[]): FeatureRequest[] {
  const [order, setOrder] = useState<readonly number[]>([]);
  const byId = new Map(requests.map((request) => [request.id, request]));
  const isSame = order.length === byId.size && order.every((id) => byId.has(id));
  if (!isSame) setOrder(requests.toSorted((one, other) => other.upvotes - one.upvotes).map(({ id }) => id));
  return order.flatMap((id) => byId.get(id) ?? []);
}

const columns: GridColumn<FeatureRequest>[] = [
  {
    field: 'feature',
    header: 'Feature',
    isText: true,
    width: '24%',
    sortable: true,
    sortValue: ({ title }) => title,
    cell: (request) => <Title request={request} />,
    phone: 'wide',
  },
  {
    field: 'description',
    header: 'Description',
    cell: ({ description }) => (
      <div className={styles.description} dir="auto" ref={titleFromText}>
        <Markdown text={description} />
      </div>
    ),
    phone: 'wide',
  },
  {
    field: 'requestedBy',
    header: 'Requested by',
    isText: true,
    width: '140px',
    sortable: true,
    sortValue: ({ requestedBy }) => requestedBy,
    cell: ({ requestedBy }) => <bdi>{requestedBy || 'Anonymous'}</bdi>,
  },
  {
    field: 'dateRequested',
    header: 'Date Requested',
    width: '128px',
    sortable: true,
    sortValue: ({ dateRequested }) => dateRequested,
    cell: ({ dateRequested }) => dateLabel(dateRequested),
  },
  {
    field: 'upvotes',
    header: 'Upvotes',
    width: '96px',
    align: 'end',
    sortable: true,
    sortValue: ({ upvotes }) => upvotes,
    cell: (request) => <Upvote request={request} />,
    phone: 'action',
  },
];

/** Shows the whole text on hover if two lines cannot. */
function titleFromText(element: HTMLElement | null) {
  if (element) element.title = element.textContent;
}

function Title({ request: { title, githubUrl } }: { request: FeatureRequest }) {
  return (
    <b className={styles.feature} title={title} dir="auto">
      {githubUrl ? (
        <a href={githubUrl} target="_blank" rel="noreferrer" aria-label={`${title} (public issue, opens in a new tab)`}>
          {title}
          <ExternalLink size={13} aria-hidden="true" />
        </a>
      ) : (
        title
      )}
    </b>
  );
}

function Upvote({ request: { id, title, upvotes } }: { request: FeatureRequest }) {
  const { user } = useUser();
  const isUpvoted = useQuery(upvotesQuery(user._id)).data?.includes(id) ?? false;
  const { isPending, toggle } = useUpvote(id);
  const waits = id < 0;
  return (
    <Tooltip text={waits ? 'Not published yet. Try again later.' : null}>
      <button
        type="button"
        className={styles.upvote}
        aria-pressed={isUpvoted}
        aria-busy={isPending || undefined}
        aria-disabled={waits || undefined}
        onClick={waits ? undefined : toggle}
      >
        <ChevronUp size={17} aria-hidden="true" />
        <span className="vh">Upvote {title}, currently</span>
        <b>{wholeNumber(upvotes)}</b>
      </button>
    </Tooltip>
  );
}
