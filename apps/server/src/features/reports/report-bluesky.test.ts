import {
  createShare,
  exportFigures,
  openShare,
  previewReport,
  renderPage,
  renderReport,
  type ReportChoice,
  type ReportContent,
  reportSectionKinds,
} from '@tidemark/contract';
import { toReportSummary } from '@tidemark/presentation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTruth, syncBluesky, withBluesky } from '../../../test/bluesky.ts';
import { readPdfTexts } from '../../../test/pdf-texts.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

const handle = 'okafor-prints.test';
let app: TestApp;
let theo: TestClient;
let choice: ReportChoice;
let content: ReportContent;

beforeAll(async () => {
  app = await startTestApp({ environment: withBluesky, pollIntervalSeconds: 0.2 });
  theo = await app.withPlan('theo@sandbox.test', 'pro');
  const id = await syncBluesky(app, theo, handle);
  choice = {
    title: 'Prints on Bluesky',
    accountIds: [id],
    range: { kind: 'last-days', days: 90 },
    comparison: 'previous-period',
    timeZone: 'UTC',
    sections: reportSectionKinds.map((kind) => ({ kind, comment: '' })),
  };
  content = await theo.call(previewReport, { body: choice });
});
afterAll(() => app.close());

const send = (path: string, body: unknown) =>
  fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${theo.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

function find<Kind extends ReportContent['sections'][number]['kind']>(kind: Kind) {
  const section = content.sections.find((one) => one.kind === kind);
  if (!section) throw new Error(`The report has no ${kind}`);
  return section as Extract<ReportContent['sections'][number], { kind: Kind }>; // found by its kind
}

it('has the sections and metrics that Bluesky has, and no others', () => {
  expect(content.sections.map(({ kind }) => kind)).toEqual(
    reportSectionKinds.filter((kind) => kind !== 'media' && kind !== 'demographics'),
  );
  expect(find('summary').cards.map(({ metric }) => metric)).toEqual(['total_interactions']);
  expect(find('metrics').cards.map(({ metric }) => metric)).toEqual(['followers', 'total_interactions']);
  for (const kind of ['days', 'breakdowns'] as const)
    expect(find(kind).metrics.map(({ metric }) => metric)).toEqual(['total_interactions']);
});

it('ranks posts by interactions, with the totals that Bluesky counts', async () => {
  const { posts } = await readTruth(app, handle);
  const inRange = posts.filter(
    ({ at }) => at.slice(0, 10) >= content.period.from && at.slice(0, 10) <= content.period.to,
  );
  const totals = inRange.map(({ likes, replies, quotes, reposts }) => likes + replies + quotes + reposts);

  expect(find('posts').posts.map(({ interactions }) => interactions)).toEqual(
    totals.toSorted((one, other) => other - one).slice(0, 6),
  );
});

it('is summed up in words by interactions', () => {
  const { headline, figures, sentences } = toReportSummary(find('summary'), content);

  expect(figures.map(({ metric }) => metric)).toEqual(['total_interactions']);
  expect(sentences.at(-1)?.text).toMatch(/^Best post: .* — \d+ interactions?/);
  expect(headline.parts.map(({ text }) => text).join('')).not.toMatch(/view/);
});

it('is the same as a document, without a word of what Bluesky does not count', async () => {
  const response = await send(renderReport.path, choice);
  const text = (await readPdfTexts(new Uint8Array(await response.arrayBuffer()))).join(' ');

  expect(response.status).toBe(200);
  expect(text).toContain('Posts with the most interactions');
  expect(text).toMatch(/where these numbers come from/i);
  expect(text).toContain('Interactions with posts');
  expect(text).not.toMatch(/view|reach|Instagram|virality|by content type/i);
});

it('has a page of each post as a document, with what Bluesky means by its metrics', async () => {
  const [accountId] = choice.accountIds;
  const mediaId = find('posts').posts[0]?.mediaId;

  const response = await send(renderPage.path, { page: 'post', accountId, timeZone: 'UTC', mediaId });
  const text = (await readPdfTexts(new Uint8Array(await response.arrayBuffer()))).join(' ');

  expect(response.status).toBe(200);
  expect(text).toContain('Posts that quote it');
  expect(text).not.toMatch(/views|reach|Instagram|saves|story/i);
});

it('has best times as a document, without followers online', async () => {
  const [accountId] = choice.accountIds;

  const response = await send(renderPage.path, { page: 'best-time', accountId, timeZone: 'UTC', format: null });
  const text = (await readPdfTexts(new Uint8Array(await response.arrayBuffer()))).join(' ');

  expect(response.status).toBe(200);
  expect(text).toContain('Effect of the publishing time');
  expect(text).not.toMatch(/Instagram|online/);
});

it('is the same behind a share link', async () => {
  const { url } = await theo.call(createShare, {
    body: {
      choice,
      isFrozen: false,
      expiresInDays: 7,
      passcode: null,
      mayBeEmbedded: false,
      titleInPreviews: false,
    },
  });
  const token = new URL(url ?? '').pathname.split('/').at(-1) ?? '';

  const opened = await theo.call(openShare, { body: { token, passcode: null } });

  expect(opened.state).toBe('open');
  if (opened.state === 'open') {
    const figures = ({ sections }: ReportContent) => sections.map(({ kind }) => kind);
    expect(figures(opened.content)).toEqual(figures(content));
    expect(opened.content.metrics).toEqual(content.metrics);
  }
});

it('exports files with the columns that Bluesky has', async () => {
  const [accountId] = choice.accountIds;
  const response = await send(exportFigures.path, {
    format: 'json',
    sections: ['metrics', 'accounts', 'posts'],
    cStart: `${content.period.from}T00:00:00.000Z`,
    cEnd: `${content.period.to}T23:59:59.999Z`,
    accountIds: [accountId],
  });
  const { sections } = (await response.json()) as { sections: Record<string, Record<string, unknown>[]> };

  const metrics = new Set(
    [...(sections['metrics'] ?? []), ...(sections['accounts'] ?? [])].map(({ metric }) => metric),
  );
  expect([...metrics].sort()).toEqual(['followers', 'post-activity', 'total_interactions']);
  const [post] = sections['posts'] ?? [];
  expect(Object.keys(post ?? {})).toEqual(expect.arrayContaining(['interactions', 'likes', 'comments', 'reposts']));
  expect(JSON.stringify(sections)).not.toMatch(/view|reach|saves|evidence/);
});
