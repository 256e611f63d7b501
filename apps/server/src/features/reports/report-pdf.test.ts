import { inflateSync } from 'node:zlib';
import {
  downloadReport,
  previewReport,
  createReport,
  type ReportContent,
  reportSectionKinds,
} from '@tidemark/contract';
import { reportSectionNames } from '@tidemark/presentation';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdfSources } from '../../../test/pdf-texts.ts';
import { renderReportPdf } from './pdf/render-report-pdf.ts';
import { listExpectedTexts } from './report-texts.fixtures.ts';
import { startReporting } from './reports.fixtures.ts';

const noPictures = { readAvatar: () => Promise.resolve(null), readThumbnail: () => Promise.resolve(null) };
let reporting: Awaited<ReturnType<typeof startReporting>>;
let content: ReportContent;

beforeAll(async () => {
  reporting = await startReporting();
  content = await reporting.client.call(previewReport, { body: reporting.choice });
});
afterAll(() => reporting.app.close());

async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent();
      return items.flatMap((item) => ('str' in item ? [item.str] : []));
    }),
  );
  const { info } = await document.getMetadata();
  return { document, pages, texts: pages.flat(), all: pages.flat().join(' '), info: info as Record<string, unknown> };
}
const appUrl = 'https://tidemark.example';
const render = async (part: Partial<ReportContent>) =>
  read(await renderReportPdf({ ...content, ...part }, noPictures, { appUrl }));

it('contains every number as text', async () => {
  const { id } = await reporting.client.call(createReport, { body: reporting.choice });
  const response = await reporting.load(downloadReport.path.replace(':id', id));
  const { texts } = await read(new Uint8Array(await response.arrayBuffer()));

  expect(response.headers.get('content-type')).toBe('application/pdf');
  const expected = listExpectedTexts(content);
  expect(expected.length).toBeGreaterThan(100);
  const count = (list: readonly string[], text: string) => list.filter((one) => one === text).length;
  const shown = texts.flatMap((text) => text.split(' · '));
  for (const text of new Set(expected)) expect(count(shown, text), text).toBeGreaterThanOrEqual(count(expected, text));
});

it('links each section to where its numbers come from', async () => {
  const bytes = await renderReportPdf(content, noPictures, { appUrl });

  const links = await readPdfSources(bytes, appUrl);
  const { all } = await read(bytes);
  expect(all).toContain('Where these numbers come from');
  expect(links).toEqual(expect.arrayContaining(['views', 'engagement-rate', 'follower_demographics', 'posts-reach']));
  expect(links.length).toBeGreaterThanOrEqual(content.sections.length);
});

it('is tagged, and has a language, a title and page numbers', async () => {
  const { document, pages, info } = await render({});

  expect(info).toMatchObject({ Title: 'Weekly report', Language: 'en' });
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
  const page = await document.getPage(1);
  expect(JSON.stringify(await page.getStructTree())).toMatch(/"role":"H1".*"role":"H2".*"role":"Figure"/);
  pages.forEach((texts, index) => expect(texts).toContain(`${index + 1} of ${pages.length}`));
});

function findMetrics() {
  const section = content.sections.find(({ kind }) => kind === 'metrics');
  if (section?.kind !== 'metrics') throw new Error('The report has the metrics');
  return section;
}

it('links approximate values to their reasons by letters', async () => {
  const approx = { reasons: ['summed_people' as const, 'days_missing' as const], lower: null, upper: null };
  const first = findMetrics();
  const cards = first.cards.map((one) => ({ ...one, card: { ...one.card, isApprox: true, approx } }));
  const { texts, all } = await render({ sections: [{ ...first, cards }] });

  expect(texts.filter((text) => text === 'ab')).toHaveLength(cards.length);
  expect(all).toMatch(/\ba\b.*Daily counts were added up.*\bb\b.*Some days in this range are not stored/s);
});

it('shows the bounds of values that are too uncertain for one number', async () => {
  const first = findMetrics();
  const [card] = first.cards;
  if (!card) throw new Error('There are cards');
  const { texts } = await render({
    sections: [
      {
        ...first,
        cards: [null, 640].map((upper) => ({
          ...card,
          card: { ...card.card, value: 640, approx: { reasons: ['summed_accounts' as const], lower: 300, upper } },
        })),
      },
    ],
  });

  expect(texts).toEqual(expect.arrayContaining(['≥ 300', '300–640']));
});

it('shows hostile and foreign texts without breaking', async () => {
  const posts = content.sections.flatMap((section) => (section.kind === 'posts' ? [section] : []));
  const captions = [
    '<script>alert(1)</script> (Tj) ET \\) /JS << >>',
    'x'.repeat(2_000),
    'right \u202Eto left\u0000\u0007 \u{1F600}\u{1F469}\u200D\u{1F373} end',
    'ᚠᚢᚦ ᚨᚱ and 𓀀',
    '\u{1F600}\u{1F600}',
    'Łódź, Čeština, Ærøskøbing',
  ];
  const [section] = posts;
  const [post] = section?.posts ?? [];
  if (!section || !post) throw new Error('There are posts');
  const { all, texts, pages } = await render({
    title: `Ünïcode ${'w'.repeat(100)}`,
    sections: [
      {
        ...section,
        comment: `A comment\n\nwith lines\n${'word '.repeat(380)}`,
        posts: captions.map((caption, index) => ({ ...post, mediaId: String(index), caption })),
      },
    ],
  });

  expect(all).toContain('<script>alert(1)</script> (Tj) ET');
  expect(all).toContain('right to left end');
  expect(texts).toContain('[…] and […]');
  expect(all).toContain('Untitled Post');
  expect(all.replaceAll(' ', '')).toContain('Łódź,Čeština,Ærøskøbing');
  expect(all).toContain('replaces characters that this document cannot show');
  for (const character of ['\u202E', '\u0000', '\u0007', '\uFFFD']) expect(all).not.toContain(character);
  expect(pages.length).toBeLessThan(5);
});

/** Reads the texts that programs read instead of the glyphs, from the pages' operators. */
function readActualTexts(bytes: Buffer): string {
  const streams = [...bytes.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs)];
  const operators = streams.flatMap(([, data = '']) => {
    try {
      return [inflateSync(Buffer.from(data, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return [...operators.join('\n').matchAll(/\/ActualText \(þÿ((?:\\.|[^)])*)\)/gs)]
    .map(([, text = '']) => Buffer.from(unescape(text), 'latin1').swap16().toString('utf16le'))
    .join('\n');
}
const unescape = (text: string) =>
  text.replaceAll(
    /\\(.)/gs,
    (_, letter: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[letter] ?? letter,
  );

describe('the user’s texts in their own script', () => {
  const samples = {
    Vietnamese: 'Hôm nay trời đẹp quá',
    Cyrillic: 'Сегодня на рынке, Київ',
    Greek: 'Σήμερα στην αγορά',
    Devanagari: 'आज हम बाज़ार गए थे, क्षत्रिय',
    Bengali: 'আজ আমরা বাজারে',
    Tamil: 'சந்தைக்குச் சென்றோம்',
    Telugu: 'మార్కెట్\u200Cకు వెళ్ళాము',
    Thai: 'วันนี้ไปตลาด น้ำใจ',
    Georgian: 'დღეს ბაზარში',
    Armenian: 'Այսօր շուկայում',
    Japanese: '今日は市場に※行きました。',
    Chinese: '今天我们去了市场。',
    Korean: '오늘 시장에 갔습니다',
  };
  const rightToLeft = { Arabic: 'ذهبنا اليوم إلى السوق', Persian: 'امروز به بازار رفتیم', Hebrew: 'היום הלכנו לשוק' };

  async function renderText(text: string) {
    const section = content.sections.find(({ kind }) => kind === 'posts');
    if (section?.kind !== 'posts') throw new Error('There are posts');
    const accounts = content.accounts.map((account) => ({ ...account, name: text }));
    const posts = section.posts.slice(0, 1).map((post) => ({ ...post, caption: text }));
    const sections = [{ ...section, comment: text, posts }];
    const bytes = await renderReportPdf({ ...content, title: text, accounts, sections }, noPictures, { appUrl });
    return { bytes, ...(await read(bytes)) };
  }

  it.each(Object.entries(samples))('%s', async (_, sample) => {
    const { bytes, all } = await renderText(sample);

    // Title and footer, account, comment and caption; some have fonts that include Vietnamese.
    expect(`${readActualTexts(bytes)}${all}`.split(sample).length).toBeGreaterThan(5);
    expect(all).not.toContain('[…]');
  });

  it.each(Object.entries(rightToLeft))('%s', async (_, sample) => {
    const { texts } = await renderText(sample);

    expect(texts.filter((text) => text === sample).length).toBeGreaterThanOrEqual(4);
    expect(texts.join('')).not.toContain('[…]');
  });

  it('orders mixed scripts by the bidirectional algorithm', async () => {
    const { texts } = await renderText('週報 ☀️\u{1F600} تقرير (12) Weekly');

    expect(texts.join(' ').replaceAll(/\s+/g, ' ')).toContain('週 報 ☀ (12) تقرير Weekly @');
  });
});

it('aligns right-to-left paragraphs to the right', async () => {
  const sections = content.sections.slice(0, 1).map((section) => ({ ...section, comment: 'تعليق' }));
  const { document } = await render({ title: 'Weekly', sections });
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const placed = items.find((item) => 'str' in item && item.str === 'تعليق');

  expect(placed && 'transform' in placed ? placed.transform[4] + placed.width : 0).toBeGreaterThan(540);
});

describe('pages', () => {
  const toText = (texts: readonly string[]) => texts.join(' ').replaceAll(/\s+/g, ' ');

  it('hold the summary and six posts on a single one', async () => {
    const sections = content.sections.filter(({ kind }) => kind === 'summary' || kind === 'posts');
    const { pages } = await render({ sections });

    expect(pages).toHaveLength(1);
  });

  it.each([7, 28, 60, 110, 160, 210])('keep a section whole after a comment of %i lines', async (lines) => {
    const comment = Array.from({ length: lines }, (_, index) => `Line ${index}`).join('\n');
    const sections = content.sections.flatMap((section): ReportContent['sections'] => {
      if (section.kind === 'metrics') return [{ ...section, comment }];
      return section.kind === 'demographics' ? [{ ...section, comment: '' }] : [];
    });
    const { pages } = await render({ sections });

    const page = pages.map(toText).find((text) => text.includes('Shares of the followers'));
    expect(page).toContain('Followers');
    expect(page).toContain('Countries');
  });

  it('name a section only above its content', async () => {
    const { pages } = await render({});

    for (const kind of reportSectionKinds) {
      const name = reportSectionNames[kind];
      const [last] = pages.filter((texts) => texts.includes(name)).map((texts) => texts.indexOf(name) - texts.length);
      expect(last, name).toBeLessThan(-4);
    }
  });
});

it('draws posts as tiles, and stories by their time', async () => {
  const sections = content.sections.flatMap((section): ReportContent['sections'] => {
    if (section.kind !== 'media') return [];
    const [medium] = section.media;
    const story = { mediaType: 'story' as const, caption: '', publishedAt: '2026-11-25T15:12:00.000Z', views: null };
    return medium ? [{ ...section, media: [{ ...medium, ...story }] }] : [];
  });
  const { texts } = await render({ timeZone: 'Europe/Berlin', sections });

  expect(texts).toContain('Story, Wed 4:12 PM');
  expect(texts).toContain('—');
});

it('links posts only to web addresses', async () => {
  const { document } = await render({});
  const links = [];
  for (let number = 1; number <= document.numPages; number += 1)
    links.push(...(await (await document.getPage(number)).getAnnotations()));

  expect(links.length).toBeGreaterThan(0);
  for (const { url } of links as { url?: string }[]) expect(url).toMatch(/^https:\/\//);
});

it("stays small with 25 accounts, and repeats the table's header", async () => {
  const accounts = Array.from({ length: 25 }, (_, index) => ({
    accountId: String(index),
    username: `account_${index}`,
    name: `Account number ${index} with a very long name that does not fit`,
    picture: null,
  }));
  const sections = content.sections.flatMap((section): ReportContent['sections'] => {
    if (section.kind === 'days')
      return [
        {
          ...section,
          metrics: section.metrics.map(({ metric, days }) => {
            const [series = []] = Object.values(days.perAccount);
            const perAccount = Object.fromEntries(accounts.map(({ accountId }) => [accountId, series]));
            return { metric, days: { perAccount, previousPerAccount: null } };
          }),
        },
      ];
    if (section.kind !== 'accounts') return [section];
    const [row] = section.accounts;
    return row ? [{ ...section, accounts: accounts.map(({ accountId }) => ({ ...row, accountId })) }] : [];
  });
  const bytes = await renderReportPdf({ ...content, accounts, sections }, noPictures, { appUrl });
  const { texts, pages } = await read(bytes);

  expect(bytes.length).toBeLessThan(1_500_000);
  expect(pages.length).toBeGreaterThan(5);
  expect(texts.filter((text) => text === 'Engaged').length).toBeGreaterThanOrEqual(2);
});
