import { accountMetrics, type PageChoice, type ReportContent, type ReportSection } from '@tidemark/contract';
import { bestTimeCopy, curveTitle, hasCard, metricLabels, type PageDocument } from '@tidemark/presentation';
import { toEvidenceLink } from '../../analytics/index.ts';

/** A link that opens a number's answers in the app. */
export interface Source {
  name: string;
  link: string;
}

type Linked = Pick<ReportContent, 'period' | 'accounts' | 'metrics'>;

/** Lists links to where a section's numbers come from: of metrics that all the report's networks have. */
export function listSources(section: ReportSection, { period, accounts, metrics }: Linked, appUrl: string): Source[] {
  const accountIds = accounts.map(({ accountId }) => accountId);
  return listNames(section, metrics).map(({ name, text }) => ({
    name: text,
    link: toEvidenceLink(appUrl, { name, ...period, accountIds }),
  }));
}

/**
 * Lists links to where the numbers of a page's document come from; none for numbers that are computed from many ranges or are
 * public.
 */
export function listPageSources(
  choice: PageChoice,
  { cards }: Pick<PageDocument, 'cards'>,
  { period, appUrl }: { period: ReportContent['period']; appUrl: string },
): Source[] {
  const has = (title: string) => cards.some((card) => card.title === title);
  switch (choice.page) {
    case 'post': {
      const name = has(curveTitle('views')) ? 'views' : 'total_interactions';
      return [{ name: 'Metrics of the post', link: toEvidenceLink(appUrl, { name, post: choice }) }];
    }
    case 'post-insights':
      return postsNames.map(({ name, text }) => ({
        name: text,
        link: toEvidenceLink(appUrl, { name, ...period, accountIds: choice.accountIds }),
      }));
    case 'best-time':
      if (!has(bestTimeCopy.online)) return [];
      return [
        {
          name: 'Followers online',
          link: toEvidenceLink(appUrl, { name: 'online_followers', accountIds: [choice.accountId] }),
        },
      ];
    case 'labels':
    case 'peers':
      return [];
  }
}

const postsNames = [
  { name: 'posts-reach', text: 'Reach of posts', metric: 'reach' },
  { name: 'posts-views', text: 'Views of posts', metric: 'views' },
  { name: 'posts-total_interactions', text: 'Interactions with posts', metric: 'total_interactions' },
] as const;

function listNames(section: ReportSection, metrics: ReportContent['metrics']): { name: string; text: string }[] {
  const toMetric = (metric: keyof typeof metricLabels) =>
    metric === 'post-activity'
      ? { name: 'posts-published', text: metricLabels[metric].title }
      : { name: metric, text: metricLabels[metric].title };
  switch (section.kind) {
    case 'summary':
    case 'metrics':
      return section.cards.map(({ metric }) => toMetric(metric));
    case 'days':
    case 'breakdowns':
      return section.metrics.map(({ metric }) => toMetric(metric));
    case 'accounts':
      return accountMetrics.filter((metric) => hasCard(metrics, metric)).map(toMetric);
    case 'posts':
    case 'media':
      return postsNames.filter(({ metric }) => !metrics || metrics.posts.includes(metric));
    case 'activity':
      return [{ name: 'posts-published', text: 'Posts published' }];
    case 'demographics':
      return [{ name: 'follower_demographics', text: 'Demographics' }];
  }
}
