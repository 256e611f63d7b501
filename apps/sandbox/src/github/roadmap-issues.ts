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
  done('Dark mode', 'A dark theme for the whole application that follows your system setting by default.', 241, 142),
  done('Story metrics', 'Replies, exits and taps of each story, available after it expires.', 214, 96),
  done(
    'Custom report builder',
    'Arrange sections on a page and give it a title. Save it for later or share it as a **PDF**.',
    120,
    34,
  ),
  done('Competitor comparison', 'Public metrics of other accounts next to your own.', 88, 21),
  done('Best time to post', 'Based on when your followers are online and how earlier posts performed.', 70, 9),
  inProgress('Facebook pages', 'The Pages of your business login, side by side with Instagram.', 112, 58),
  inProgress('Instagram login', 'Connect an account without a Facebook page.', 75, 20),
  inProgress('Goals', 'Set a number for a metric and a month, and see how far along you are.', 61, 34),
  feature(
    'Professional network analytics',
    'LinkedIn pages: impressions, followers by industry and seniority, and top posts.',
    140,
    { dueInDays: 150 },
  ),
  feature(
    'Video platform analytics',
    'YouTube and TikTok: views, watch time and where people stop watching.\n\n- one login per platform\n- the same comparison of periods',
    98,
    { dueInDays: 210 },
  ),
  inProgress(
    'Comments in one place',
    'Read the newest comments of all your accounts, and mark those you answered.',
    66,
    62,
  ),
  feature('Teams', 'Assign accounts to colleagues and see who linked what.', 66, {
    dueInDays: 190,
  }),
  feature('Content calendar', 'Plan posts by day, and compare the plan with what was published.', 40),
  feature('Predict next month', 'A follower forecast.', 150, { closed: { daysAgo: 60, reason: 'not_planned' } }),
  feature('Pricing experiments', 'Internal.', 31, { labels: ['roadmap', 'hidden'] }),

  request(
    'Export charts to slides',
    'A button that puts the charts of a page on slides, with the title and the days on each.',
    44,
    'lenamoor',
    { comments: 3 },
  ),
  request('Group accounts by client', 'We look after 25 accounts. Folders in the side panel would help.', 39, 'inesd', {
    comments: 6,
  }),
  request('Alerts in the team chat', 'Post each alert in a channel of ours, with its chart.', 33, 'kjellr'),
  request('Hashtag report', 'Which hashtags reach non-followers?', 29, 'otto-b', { comments: 1 }),
  request('Hide an account for a while', 'Without unlinking it.', 26, 'marisolv'),
  request('Weeks that start on Monday', 'Please let me choose.', 21, 'theo-o', { comments: 4 }),
  request('Figures in a spreadsheet', 'One that updates itself every morning.', 17, 'lenamoor'),
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
  request('Charts as slides', 'Same as the other one.', 20, 'newhere', {
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
    title: 'Goals: the page',
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
