/** What stands in the repository when the world begins; days are counted back from then. */
interface Seed {
  title: string;
  body: string;
  labels: string[];
  openedDaysAgo: number;
  author?: string;
  closed?: { daysAgo: number; reason: 'completed' | 'not_planned' | 'duplicate' };
  dueInDays?: number;
  comments?: number;
  isPullRequest?: boolean;
}

const team = 'tidemark-team';

function feature(title: string, body: string, openedDaysAgo: number, more: Partial<Seed> = {}): Seed {
  return { title, body, labels: ['roadmap'], openedDaysAgo, author: team, ...more };
}

function inProgress(title: string, body: string, openedDaysAgo: number, dueInDays: number): Seed {
  return feature(title, body, openedDaysAgo, { labels: ['roadmap', 'in progress'], dueInDays });
}

function done(title: string, body: string, openedDaysAgo: number, daysAgo: number): Seed {
  return feature(title, body, openedDaysAgo, { closed: { daysAgo, reason: 'completed' } });
}

function request(title: string, body: string, openedDaysAgo: number, author: string, more: Partial<Seed> = {}): Seed {
  return { title, body, labels: ['feature-request'], openedDaysAgo, author, ...more };
}

export const seeds: readonly Seed[] = [
  done(
    'Reach that is counted once',
    'Reach over a week or a month is the number of people, not the sum of the days.',
    260,
    188,
  ),
  done(
    'Dark mode',
    'The whole application in a palette for the evening, following the system unless told otherwise.',
    241,
    142,
  ),
  done('Figures of stories', 'Replies, exits and taps of each story, kept after the story has gone.', 214, 96),
  done(
    'Take your data along',
    'One archive with every figure of your accounts as CSV, and the right to delete everything.',
    170,
    23,
  ),
  inProgress(
    'Custom report builder',
    'Choose cards, put them on a page, give it a title. Save it for the next time, or share it as a **PDF**.',
    120,
    34,
  ),
  inProgress(
    'Facebook pages',
    'The pages that come with the business login, with the same figures side by side with Instagram.',
    112,
    58,
  ),
  inProgress(
    'A note on a day',
    'Mark the day of a campaign or a holiday, and see the mark in every chart that shows the day.',
    75,
    20,
  ),
  inProgress('Roadmap and requests', 'What is planned, in the open, with a place to ask and to vote.', 61, 9),
  feature(
    'Analytics of professional networks',
    'LinkedIn pages: impressions, followers by industry and seniority, and the posts that brought them.',
    140,
    { dueInDays: 150 },
  ),
  feature(
    'A weekly summary by e-mail',
    'What moved since last Monday, in five sentences and one chart.\n\n- only accounts you choose\n- one click to stop it',
    98,
    { dueInDays: 96 },
  ),
  feature('Compare with others', 'Public figures of up to five accounts that are not yours, beside your own.', 88),
  feature('Teams', 'Invite colleagues, give them accounts to look after, and see who linked what.', 66, {
    dueInDays: 190,
  }),
  feature('Best hour to post', 'From when your followers are online and how earlier posts did at that hour.', 40),
  feature('Predict next month', 'A forecast of followers.', 150, { closed: { daysAgo: 60, reason: 'not_planned' } }),
  feature('Pricing experiments', 'Internal.', 31, { labels: ['roadmap', 'hidden'] }),

  request(
    'Export charts as pictures',
    'A button on each chart that saves it as PNG, with the title and the days in it.',
    44,
    'lenamoor',
    { comments: 3 },
  ),
  request('Group accounts by client', 'We look after 25 accounts. Folders in the side panel would help.', 39, 'inesd', {
    comments: 6,
  }),
  request('Alert when reach drops', 'Tell me when reach is 30 % under its usual week.', 33, 'kjellr'),
  request('Hashtag report', 'Which hashtags bring people who did not follow before?', 29, 'otto-b', { comments: 1 }),
  request('Hide an account for a while', 'Without unlinking it.', 26, 'marisolv'),
  request('Weeks that start on Monday', 'Please let me choose.', 21, 'theo-o', { comments: 4 }),
  request('CSV of a single chart', 'Not the whole archive, only what I look at.', 17, 'lenamoor'),
  request('Shortcuts', 'Keys to move the range a week back and forth.', 15, 'hjkl-fan'),
  request(
    'Show captions in full',
    'Long captions end in three dots. I would like to read them in the grid.',
    12,
    'petrak',
  ),
  request('Spanish', 'Nuestro equipo prefiere trabajar en español.', 9, 'marisolv', { comments: 2 }),
  request(
    'Reels: where people stop watching',
    'A curve over the length of a reel, if Instagram gives it.',
    6,
    'kjellr',
  ),
  request('Larger text', 'A setting for people who sit far away from the screen.', 3, 'otto-b'),
  request('Export charts as images', 'Same as the other one.', 20, 'newhere', {
    closed: { daysAgo: 19, reason: 'duplicate' },
  }),
  request('CHEAP FOLLOWERS', 'Visit us.', 14, 'x93812', { labels: ['feature-request', 'hidden'] }),

  {
    title: 'Docs: say which permissions the login asks for',
    body: 'Closes a gap.',
    labels: [],
    openedDaysAgo: 11,
    author: team,
    isPullRequest: true,
  },
  {
    title: 'Report builder: the page',
    body: 'First part.',
    labels: ['roadmap', 'in progress'],
    openedDaysAgo: 8,
    author: team,
    isPullRequest: true,
  },
  {
    title: 'Requests: a button for charts',
    body: 'A draft.',
    labels: ['feature-request'],
    openedDaysAgo: 5,
    author: 'lenamoor',
    isPullRequest: true,
  },
  {
    title: 'The globe stands still on my tablet',
    body: 'Since yesterday.',
    labels: ['bug'],
    openedDaysAgo: 4,
    author: 'petrak',
    comments: 2,
  },
];
