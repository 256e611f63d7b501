/** An initial issue; days are counted back from the world's start. */
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

export const issueSeeds: readonly Seed[] = [
  done('Unique reach', 'Reach over a week or month counts each person once instead of adding up days.', 260, 188),
  done('Dark mode', 'A dark theme for the whole application that follows your system setting by default.', 241, 142),
  done('Story metrics', 'Replies, exits and taps of each story, available after it expires.', 214, 96),
  done('Data export', 'Download all metrics of your accounts as CSV, or delete everything.', 170, 23),
  inProgress(
    'Custom report builder',
    'Arrange cards on a page and give it a title. Save it for later or share it as a **PDF**.',
    120,
    34,
  ),
  inProgress('Facebook pages', 'The Pages of your business login, side by side with Instagram.', 112, 58),
  inProgress('Notes on days', 'Mark the day of a campaign or holiday and see it in every chart.', 75, 20),
  inProgress('Roadmap and requests', 'A public roadmap where users can request features and vote.', 61, 9),
  feature(
    'Professional network analytics',
    'LinkedIn pages: impressions, followers by industry and seniority, and top posts.',
    140,
    { dueInDays: 150 },
  ),
  feature(
    'Weekly email summary',
    'What changed since last Monday, in five sentences and one chart.\n\n- only accounts you choose\n- unsubscribe with one click',
    98,
    { dueInDays: 96 },
  ),
  feature('Competitor comparison', 'Public metrics of up to five other accounts next to your own.', 88),
  feature('Teams', 'Invite colleagues, assign accounts to them and see who linked what.', 66, {
    dueInDays: 190,
  }),
  feature(
    'Best time to post',
    'Based on when your followers are online and how earlier posts performed at that time.',
    40,
  ),
  feature('Predict next month', 'A follower forecast.', 150, { closed: { daysAgo: 60, reason: 'not_planned' } }),
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
  request('Alert when reach drops', 'Notify me when reach is 30% below a normal week.', 33, 'kjellr'),
  request('Hashtag report', 'Which hashtags reach non-followers?', 29, 'otto-b', { comments: 1 }),
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
    'A curve over the length of a reel, if Instagram provides it.',
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
