import type { RoadmapFeature } from '@tidemark/contract';

type Sample = Pick<RoadmapFeature, 'title' | 'description' | 'status'> & { date: string };

const samples: readonly Sample[] = [
  {
    title: 'Dark mode',
    description: 'A dark theme for the whole application that follows your system setting by default.',
    status: 'completed',
    date: '2026-06-30',
  },
  {
    title: 'Audience demographics',
    description: 'Followers and engaged audience by age, gender, country and city, on a globe and in a table.',
    status: 'completed',
    date: '2026-08-12',
  },
  {
    title: 'Post insights',
    description: 'Select posts and see their combined reach, interactions and new followers.',
    status: 'completed',
    date: '2026-10-05',
  },
  {
    title: 'Custom report builder',
    description: 'Arrange cards on a page, give it a title and save it for later.',
    status: 'in-progress',
    date: '2027-01-31',
  },
  {
    title: 'Facebook pages',
    description: 'The Pages of your business login, side by side with Instagram.',
    status: 'in-progress',
    date: '2027-02-28',
  },
  {
    title: 'Notes on days',
    description: 'Mark the day of a campaign or holiday and see it in every chart.',
    status: 'in-progress',
    date: '2026-12-31',
  },
  {
    title: 'Professional network analytics',
    description: 'LinkedIn pages: impressions, followers by industry and seniority, and top posts.',
    status: 'planned',
    date: '2027-06-30',
  },
  {
    title: 'Video platform analytics',
    description: 'YouTube and TikTok: views, watch time and where people stop watching.',
    status: 'planned',
    date: '2027-07-31',
  },
  {
    title: 'Weekly email summary',
    description: 'What changed since last Monday, in five sentences and one chart.',
    status: 'planned',
    date: '2027-03-31',
  },
  {
    title: 'Competitor comparison',
    description: 'Public metrics of up to five other accounts next to your own.',
    status: 'planned',
    date: '2027-04-30',
  },
  {
    title: 'Teams',
    description: 'Invite colleagues, assign accounts to them and see who linked what.',
    status: 'planned',
    date: '2027-05-31',
  },
  {
    title: 'Best time to post',
    description: 'Based on when your followers are online and how earlier posts performed at that time.',
    status: 'planned',
    date: '2027-08-31',
  },
];

/** Examples, shown until the real roadmap has loaded. */
export const sampleFeatures: readonly RoadmapFeature[] = samples.map(({ title, description, status, date }, index) => ({
  id: -1 - index,
  title,
  description,
  status,
  completedDate: status === 'completed' ? date : null,
  estimatedCompletion: status === 'completed' ? null : date,
}));
