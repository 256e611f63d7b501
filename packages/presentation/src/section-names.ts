import type { ReportSectionKind } from '@tidemark/contract';

export const reportSectionNames: Record<ReportSectionKind, string> = {
  summary: 'Summary',
  metrics: 'Key metrics',
  days: 'Day by day',
  breakdowns: 'Where it comes from',
  accounts: 'Accounts side by side',
  posts: 'Top posts',
  media: 'Recent media',
  activity: 'Audience activity',
  demographics: 'Followers',
};
