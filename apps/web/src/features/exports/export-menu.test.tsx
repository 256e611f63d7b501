import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { ExportMenu } from './export-menu.tsx';

const tooLarge = {
  ...refused,
  body: { ...refused.body, error: { ...refused.body.error, message: 'Choose a shorter range.' } },
};
const address = '/?from=2026-11-14&to=2026-11-20';

beforeEach(() => {
  localStorage.clear();
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => {};
});

async function openMenu() {
  const trigger = await screen.findByRole('button', { name: 'Export Views' });
  const panel = document.getElementById(trigger.getAttribute('popovertarget') ?? '');
  if (!panel) throw new Error('The menu is missing');
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }));
  return screen.findAllByRole('menuitem', { hidden: true });
}

it('requests the accounts, range and comparison of the page', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { asked } = await renderAnalytics(
    <ExportMenu title="Views" sections={['metrics']} metrics={['views']} />,
    { '/metrics/export': {} },
    address,
  );

  const [excel] = await openMenu();
  fireEvent.click(excel ?? document.body);

  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(asked.find(({ path }) => path.endsWith('/metrics/export'))?.body).toEqual({
    format: 'xlsx',
    spreadsheet: {},
    sections: ['metrics'],
    metrics: ['views'],
    cStart: '2026-11-14T00:00:00.000Z',
    cEnd: '2026-11-20T23:59:59.999Z',
    pStart: '2026-11-07T00:00:00.000Z',
    pEnd: '2026-11-13T23:59:59.999Z',
    accountIds: [account._id],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

it('requests a single post over its own days, without a comparison', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const range = { from: '2026-11-01', to: '2026-11-03' };
  const { asked } = await renderAnalytics(
    <ExportMenu title="Views" sections={['post-course']} mediaId="17" range={range} />,
    { '/metrics/export': {} },
    address,
  );

  const [, csv] = await openMenu();
  fireEvent.click(csv ?? document.body);

  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/metrics/export'))).toBe(true));
  expect(asked.find(({ path }) => path.endsWith('/metrics/export'))?.body).toEqual({
    format: 'csv',
    spreadsheet: { separator: 'comma' },
    sections: ['post-course'],
    mediaId: '17',
    cStart: '2026-11-01T00:00:00.000Z',
    cEnd: '2026-11-03T23:59:59.999Z',
    accountIds: [account._id],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

it('shows that a file is being prepared, and allows only one at a time', async () => {
  await renderAnalytics(
    <ExportMenu title="Views" sections={['metrics']} />,
    { '/metrics/export': () => new Promise(() => {}) },
    address,
  );

  const [excel] = await openMenu();
  fireEvent.click(excel ?? document.body);

  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Export Views' }).getAttribute('aria-busy')).toBe('true'),
  );
  expect(excel?.getAttribute('aria-disabled')).toBe('true');
});

it('says why an export failed', async () => {
  await renderAnalytics(<ExportMenu title="Views" sections={['metrics']} />, { '/metrics/export': tooLarge }, address);

  const [, csv] = await openMenu();
  fireEvent.click(csv ?? document.body);

  expect(await screen.findByText('Choose a shorter range.')).toBeTruthy();
});

it('offers pictures only for charts', async () => {
  await renderAnalytics(<ExportMenu title="Views" sections={['days']} chart={[]} />, {}, address);

  const items = await openMenu();

  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Download Excel',
    'Download CSV',
    'Download JSON',
    'Download PNG',
    'CSV settings…',
  ]);
});

it('writes CSV with the selected separator or for programs, and remembers the choice', async () => {
  const { asked } = await renderAnalytics(
    <ExportMenu title="Views" sections={['metrics']} />,
    { '/metrics/export': {} },
    address,
  );
  const spreadsheets = () => asked.flatMap(({ path, body }) => (path.endsWith('/metrics/export') ? [body] : []));
  const items = await openMenu();
  const select = (name: string) => fireEvent.click(items.find((item) => item.textContent === name) ?? document.body);

  select('CSV settings…');
  fireEvent.click(await screen.findByRole('radio', { name: /Semicolons/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  select('Download CSV');
  await waitFor(() => expect(spreadsheets()).toHaveLength(1));

  expect(spreadsheets()[0]).toMatchObject({ format: 'csv', spreadsheet: { separator: 'semicolon' } });
  select('CSV settings…');
  expect(await screen.findByRole('radio', { name: /Semicolons/, checked: true })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /for programs/ }));
  select('Download CSV');
  await waitFor(() => expect(spreadsheets()).toHaveLength(2));
  expect(spreadsheets()[1]).not.toHaveProperty('spreadsheet');
});

it.each([
  ['de-DE', 'semicolon'],
  ['en-GB', 'comma'],
])('defaults to the spreadsheet separator for %s', async (language, separator) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  const { asked } = await renderAnalytics(
    <ExportMenu title="Views" sections={['metrics']} />,
    { '/metrics/export': {} },
    address,
  );

  const [, csv] = await openMenu();
  fireEvent.click(csv ?? document.body);

  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/metrics/export'))?.body).toMatchObject({
      spreadsheet: { separator },
    }),
  );
});

it("offers the page as PDF with the page's selection", async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { asked } = await renderAnalytics(
    <ExportMenu title="Views" sections={['best-time']} document={{ page: 'best-time', format: 'reel' }} />,
    { '/pages/pdf': {} },
    address,
  );

  const items = await openMenu();
  fireEvent.click(items.find(({ textContent }) => textContent === 'Download PDF') ?? document.body);

  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(asked.find(({ path }) => path.endsWith('/pages/pdf'))?.body).toEqual({
    page: 'best-time',
    format: 'reel',
    accountId: account._id,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});
