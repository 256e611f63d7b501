import type { ReportContent } from '@tidemark/contract';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReportView } from './report-view.tsx';

const card = (current: number) => ({
  current,
  previous: 1_000,
  percentChange: 20,
  change: 200,
  changeState: 'final' as const,
  changeBounds: { lower: 20, upper: 20 },
  previousApprox: null,
  isApprox: false,
  approx: null,
  comparison: { days: 7, of: 7, noDataBefore: null },
  series: [{ date: '2026-11-16', value: current, isClosed: true }],
});
const content: ReportContent = {
  title: '<b>Week</b> in short',
  period: { from: '2026-11-16', to: '2026-11-22' },
  previous: { from: '2026-11-09', to: '2026-11-15' },
  timeZone: 'Europe/Berlin',
  accounts: [{ accountId: '1', username: 'kitchen', name: 'The Kitchen', picture: null }],
  sections: [
    {
      kind: 'metrics',
      comment: 'First line\n<i>second</i> line',
      cards: [
        { metric: 'views', card: card(1_200) },
        {
          metric: 'reach',
          card: { ...card(800), isApprox: true, approx: { reasons: ['summed_people'], lower: 700, upper: 800 } },
        },
      ],
      published: card(4),
    },
    {
      kind: 'posts',
      comment: '',
      posts: [
        {
          mediaId: '7',
          accountId: '1',
          format: 'REEL',
          caption: 'Bread',
          publishedAt: '2026-11-17T23:30:00.000Z',
          permalink: 'javascript:alert(1)',
          thumbnailUrl: null,
          views: 12_345,
          reach: null,
          interactions: 5,
          timesUsual: 2.14,
        },
      ],
    },
  ],
  createdAt: '2026-11-23T08:00:00.000Z',
};

const zeros = Array.from<number>({ length: 42 }).fill(0);
const recent: ReportContent['sections'] = [
  {
    kind: 'media',
    comment: '',
    count: 3,
    totals: [
      {
        key: 'reach',
        value: 4_200,
        previous: 4_000,
        approx: { reasons: ['summed_accounts'], lower: 3_900, upper: 4_200 },
      },
      { key: 'engagement-rate', value: 5.25, previous: null, approx: null },
    ],
    media: [
      {
        mediaId: '8',
        accountId: '1',
        mediaType: 'carousel',
        caption: 'Rolls',
        publishedAt: '2026-11-18T10:00:00.000Z',
        permalink: 'https://www.instagram.com/p/8/',
        thumbnailUrl: null,
        views: 1_500,
        reach: null,
        interactions: 77,
        approx: { reasons: ['before_first_sync'], lower: null, upper: null },
      },
    ],
  },
  {
    kind: 'activity',
    comment: '',
    posts: zeros.map((_, at) => (at === 27 ? 6 : 0)),
    interactions: zeros.map((_, at) => (at === 27 ? 1_234 : 0)),
    hashtags: [{ name: '#bread', posts: 3, percent: 75 }],
    mentions: [],
    collabs: [],
  },
];

it('shows recent media with totals, and when posts were published', () => {
  render(<ReportView content={{ ...content, sections: recent }} />);

  expect(screen.getByText('≈ 4.2k')).toBeTruthy();
  expect(screen.getByText('+200')).toBeTruthy();
  expect(screen.getByText('5.3%')).toBeTruthy();
  expect(screen.getByText('77').querySelector('[aria-label^="approximate" i]')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Posts by weekday and time of day' }).textContent).toContain('6');
  expect(screen.getByText('1.2k')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Hashtags' }).textContent).toBe('#bread75%');
  expect(screen.queryByText('Mentions')).toBeNull();
});

it('shows the content without a session or a query', () => {
  render(<ReportView content={content} />);

  expect(screen.getByRole('heading', { level: 1, name: '<b>Week</b> in short' })).toBeTruthy();
  expect(screen.getByText(/compared with Nov 09, 2026 – Nov 15, 2026/)).toBeTruthy();
  expect(screen.getByText(/First line/).textContent).toBe('First line\n<i>second</i> line');
  expect(screen.getByText('1.2k')).toBeTruthy();
  expect(screen.getByText('12,345 views')).toBeTruthy();
  expect(screen.getByText('2.1× median')).toBeTruthy();
  expect(screen.getByText('— reached · 5 interactions')).toBeTruthy();
});

it('explains approximate values once', () => {
  render(<ReportView content={content} />);

  expect(screen.getAllByText(/^Daily counts were added up/)).toHaveLength(1);
});

it("dates posts in the report's time zone, and links them only to web addresses", () => {
  render(<ReportView content={content} />);

  expect(screen.getByText('Nov 18, 2026')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
