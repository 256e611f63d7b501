import type { RoadmapFeature } from '@tidemark/contract';

type Sample = Pick<RoadmapFeature, 'title' | 'description' | 'status'> & { date: string };

const samples: readonly Sample[] = [
  {
    title: 'Dark mode',
    description: 'The whole application in a palette for the evening, following the system unless told otherwise.',
    status: 'completed',
    date: '2026-06-30',
  },
  {
    title: 'Audience demographics',
    description: 'Followers and engaged people by age, gender, country and city, on a globe and in a table.',
    status: 'completed',
    date: '2026-08-12',
  },
  {
    title: 'Post insights',
    description: 'Pick posts and see what they brought together: reach, interactions and the people they won.',
    status: 'completed',
    date: '2026-10-05',
  },
  {
    title: 'Custom report builder',
    description: 'Choose cards, put them on a page, give it a title, and save it for the next time.',
    status: 'in-progress',
    date: '2027-01-31',
  },
  {
    title: 'Facebook pages',
    description: 'The pages that come with the business login, side by side with Instagram.',
    status: 'in-progress',
    date: '2027-02-28',
  },
  {
    title: 'Notes on days',
    description: 'Mark the day of a campaign or a holiday, and see the mark in every chart that shows it.',
    status: 'in-progress',
    date: '2026-12-31',
  },
  {
    title: 'Professional network analytics',
    description: 'LinkedIn pages: impressions, followers by industry and seniority, and the posts that brought them.',
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
    title: 'Weekly summary by e-mail',
    description: 'What moved since last Monday, in five sentences and one chart.',
    status: 'planned',
    date: '2027-03-31',
  },
  {
    title: 'Compare with others',
    description: 'Public figures of up to five accounts that are not yours, beside your own.',
    status: 'planned',
    date: '2027-04-30',
  },
  {
    title: 'Teams',
    description: 'Invite colleagues, give them accounts to look after, and see who linked what.',
    status: 'planned',
    date: '2027-05-31',
  },
  {
    title: 'Best hour to post',
    description: 'From when your followers are online, and how earlier posts did at that hour.',
    status: 'planned',
    date: '2027-08-31',
  },
];

/** What is shown until the real roadmap has been read: what such a roadmap can look like. */
export const sampleFeatures: readonly RoadmapFeature[] = samples.map(({ title, description, status, date }, index) => ({
  id: -1 - index,
  title,
  description,
  status,
  completedDate: status === 'completed' ? date : null,
  estimatedCompletion: status === 'completed' ? null : date,
}));
