import { cardMetrics, type ExportSection, postsMetrics } from '@tidemark/contract';
import { readOnce, type Table, type Value } from '../../../platform/files/table.ts';
import { toEvidenceLink } from '../evidence/to-evidence-link.ts';
import type { ExportRequest } from './export-request.ts';

type Row = Readonly<Record<string, Value>>;

/** Kind of a section's numbers: a metric in each row, a post in each row, or always the same. */
const sources: Record<
  ExportSection,
  'metric' | 'post' | `posts-${(typeof postsMetrics)[number]}` | 'follower_demographics' | 'online_followers' | null
> = {
  metrics: 'metric',
  breakdowns: 'metric',
  days: 'metric',
  accounts: 'metric',
  posts: 'post',
  media: 'post',
  'media-totals': 'posts-reach',
  demographics: 'follower_demographics',
  activity: 'posts-published',
  names: 'posts-published',
  'best-time': 'online_followers',
  'best-time-suggestions': 'posts-total_interactions',
  'post-course': 'post',
  'post-scores': 'post',
  'post-figures': 'post',
  'post-ranking': 'post',
  'insight-totals': 'posts-reach',
  'insight-days': 'posts-reach',
  'insight-posts': 'post',
  'insight-formats': 'posts-reach',
  'insight-profile': 'posts-profile_visits',
  'insight-opportunities': 'posts-reach',
  // Computed by Tidemark from posts of many ranges, or fetched from other accounts' public data.
  labels: null,
  'label-tests': null,
  peers: null,
  'peer-days': null,
  'peer-ranks': null,
};

/** Adds a link to each row, which opens where its numbers come from. */
export function addSources(
  table: Table,
  section: ExportSection,
  { appUrl, scope, periods }: Pick<ExportRequest, 'scope' | 'periods'> & { appUrl: string },
): Table {
  const kind = sources[section];
  if (kind === null) return table;
  const { rows, columns } = table;
  const { accountIds } = scope;
  return {
    ...table,
    columns: [...columns, { name: 'source' }],
    rows: readOnce(async function* () {
      for await (const row of rows) yield { ...row, source: toSource(row) };
    }),
  };

  function toSource(row: Row): string | null {
    const { current } = periods;
    if (kind === 'post') {
      const [only] = accountIds;
      const accountId = typeof row['account_id'] === 'string' ? row['account_id'] : only;
      const mediaId = row['media_id'];
      if (accountId === undefined || typeof mediaId !== 'string') return null;
      return toEvidenceLink(appUrl, {
        name: String(row['metric'] ?? 'views'),
        ...current,
        post: { accountId, mediaId },
      });
    }
    const day = typeof row['day'] === 'string' ? row['day'] : null;
    const span = day ? { from: day, to: day } : current;
    const own = typeof row['account_id'] === 'string' ? [row['account_id']] : accountIds;
    if (kind !== 'metric') return kind && toEvidenceLink(appUrl, { name: kind, ...span, accountIds: own });
    const metric = cardMetrics.find((one) => one === row['metric']) ?? 'posts-published';
    return toEvidenceLink(appUrl, { name: metric, ...span, accountIds: own });
  }
}
