import type { ReportSection } from '@tidemark/contract';
import { captionOrTime, headlineText, toReportSummary } from '@tidemark/presentation';
import { describe, expect, it } from 'vitest';
import { approximate, exact, final, uncompared } from '#web/features/metrics/metrics.fixtures.ts';

type Section = Extract<ReportSection, { kind: 'summary' }>;
type Card = Section['cards'][number]['card'];

const frame = { period: { from: '2026-11-01', to: '2026-11-30' }, timeZone: 'Europe/Berlin' };
const usual = {
  periods: 20,
  limit: 1.5,
  medians: {
    followers: 1,
    views: 10,
    reach: 10,
    total_interactions: 10,
    'engagement-rate': 10,
    'conversion-rate': 10,
    'virality-score': 10,
    'engaged-audience': 10,
    'post-activity': 10,
  },
};
const card = (current: number, percentChange: number, part: Partial<Card> = {}): Card => ({
  current,
  previous: current,
  change: percentChange,
  percentChange,
  ...final,
  ...exact,
  previousApprox: null,
  comparison: { days: 30, of: 30, noDataBefore: null },
  ...part,
});
const best = {
  format: 'REEL' as const,
  caption: 'What’s in the box\nSecond line',
  publishedAt: '2026-11-05T15:12:00.000Z',
  views: 28_064,
  timesUsual: 2.14,
};

function write(cards: Record<string, Card>, part: Partial<Section> = {}) {
  const section: Section = {
    kind: 'summary',
    comment: '',
    cards: Object.entries(cards).map(([metric, one]) => ({
      metric: metric as Section['cards'][number]['metric'],
      card: one,
    })), // its keys are metrics
    usual,
    isEmpty: false,
    posts: 9,
    best,
    ...part,
  };
  const { headline, figures, sentences } = toReportSummary(section, frame);
  return {
    sentence: headlineText(headline),
    numbers: figures.map(({ label, text }) => `${label} ${text}`),
    sentences: sentences.map(({ text }) => text),
  };
}
const calm = {
  views: card(280_100, -8.6),
  reach: card(98_600, 4),
  total_interactions: card(14_200, 12),
  followers: card(75_785, 0.4, { change: 310 }),
};

describe('a report’s summary', () => {
  it('says what is most unusual, as the headline does, then other results and the best post', () => {
    expect(write({ ...calm, views: card(280_100, -30) })).toEqual({
      sentence: 'Views fell 30%.',
      numbers: ['Views 280.1k', 'Reach 98.6k', 'Followers 75.8k'],
      sentences: [
        'Interactions rose 12%, to 14.2k.',
        '310 new followers (75,785 in total).',
        'Best post: “What’s in the box” — 28,064 views, 2.1 times the account’s median.',
      ],
    });
  });

  it('names a calm month, and repeats no change in followers', () => {
    const { sentence, sentences } = write(calm);

    expect(sentence).toBe('A typical month: 280.1k views, 310 more followers.');
    expect(sentences.join(' ')).not.toContain('followers');
  });

  it('leaves out directions that are not certain', () => {
    const uncertain = card(14_200, 12, { ...uncompared, ...approximate('summed_people') });

    const { sentences } = write({ ...calm, total_interactions: uncertain, reach: uncertain });

    expect(sentences.join(' ')).not.toMatch(/Interactions|Reach/);
  });

  it('marks approximate changes', () => {
    const { sentences } = write({ ...calm, total_interactions: card(14_200, 12, approximate('day_not_closed')) });

    expect(sentences[0]).toBe('Interactions rose about 12%, to about 14.2k, no more than usual.');
  });

  it('names a best post without a caption by its format and day', () => {
    const { sentences } = write(calm, { best: { ...best, caption: ' ', timesUsual: null } });

    expect(sentences.at(-1)).toBe('Best post: Reel, Nov 5 — 28,064 views.');
  });

  it('says so when nothing is stored', () => {
    expect(write(calm, { isEmpty: true, best: null })).toEqual({
      sentence: 'No data in this range yet.',
      numbers: [],
      sentences: [],
    });
  });
});

it('names a story by its time, and a post without a caption as the screens do', () => {
  const story = { caption: '', timestamp: '2026-11-25T15:12:00.000Z' };

  expect(captionOrTime({ ...story, mediaType: 'story' }, 'Europe/Berlin')).toBe('Story, Wed 4:12 PM');
  expect(captionOrTime({ ...story, mediaType: 'reel' }, 'Europe/Berlin')).toBe('Untitled Post');
});
