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
    title: 'Custom report builder',
    description: 'Arrange sections on a page, give it a title and save it for later.',
    status: 'completed',
    date: '2026-10-23',
  },
  {
    title: 'Best time to post',
    description: 'Based on when your followers are online and how earlier posts performed.',
    status: 'completed',
    date: '2026-11-16',
  },
  {
    title: 'Facebook pages',
    description: 'The Pages of your business login, side by side with Instagram.',
    status: 'in-progress',
    date: '2027-02-28',
  },
  {
    title: 'Instagram login',
    description: 'Connect an account without a Facebook page.',
    status: 'in-progress',
    date: '2027-01-31',
  },
  {
    title: 'Goals',
    description: 'Set a number for a metric and a month, and see how far along you are.',
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
    title: 'Comments in one place',
    description: 'Read the newest comments of all your accounts, and mark those you answered.',
    status: 'in-progress',
    date: '2027-03-31',
  },
  {
    title: 'Teams',
    description: 'Assign accounts to colleagues and see who linked what.',
    status: 'planned',
    date: '2027-05-31',
  },
  {
    title: 'Content calendar',
    description: 'Plan posts by day, and compare the plan with what was published.',
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
