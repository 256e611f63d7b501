import { fireEvent, screen, within } from '@testing-library/react';
import type { Evidence } from '@tidemark/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from '#web/ui/dialog.tsx';
import { between, exact } from '../metrics.fixtures.ts';
import { account, refused, renderAnalytics } from '../render-analytics.fixtures.tsx';
import { MetricEvidence } from './metric-evidence.tsx';

const toCall = (day: string, value: number) => ({
  accountId: account._id,
  fetchedAt: '2026-11-21T09:00:00.000Z',
  path: `${account._id}/insights`,
  parameters: { metric: 'views', since: 1_763_625_600 },
  days: { from: day, to: day },
  body: { data: [{ name: 'views', total_value: { value } }] },
  used: [['data', 0, 'total_value', 'value']],
});
const evidence: Evidence = {
  value: 1_234,
  ...exact,
  formula: 'Views = 1,000 + 234 = 1,234',
  answeredBy: 'Meta',
  definitions: [
    { name: 'views', text: 'Times that content was played.', url: 'https://developers.facebook.com/views' },
  ],
  calls: [toCall('2026-11-20', 234), toCall('2026-11-19', 1_000)],
  omitted: 0,
  missing: [],
  answerDays: 90,
};
const address = '/?from=2026-11-19&to=2026-11-20';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

async function open(reply: unknown) {
  const shown = await renderAnalytics(<MetricEvidence metric="views" />, { 'evidence/views': reply }, address);
  fireEvent.click(await screen.findByRole('button', { name: 'Where this number comes from' }));
  return shown;
}

it('shows the value, the formula and what Meta counts in the range', async () => {
  const { asked } = await open(evidence);

  const dialog = within(await screen.findByRole('dialog', { name: 'Where Views comes from' }));
  expect(await dialog.findByText('1,234')).toBeTruthy();
  expect(dialog.getByText('Views, Nov 19, 2026 - Nov 20, 2026')).toBeTruthy();
  expect(dialog.getByText('Views = 1,000 + 234 = 1,234')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Meta’s definition' }).getAttribute('href')).toBe(
    'https://developers.facebook.com/views',
  );
  expect(asked.find(({ path }) => path.endsWith('evidence/views'))?.body).toEqual({
    startDate: '2026-11-19T00:00:00.000Z',
    endDate: '2026-11-20T23:59:59.999Z',
    accountIds: [account._id],
  });
});

it("marks the used value in a call's answer, and copies both", async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } });
  await open(evidence);

  fireEvent.click(await screen.findByRole('button', { name: /^Nov 19, 2026/ }));

  const answer = screen.getByRole('region', { name: 'Call and answer' });
  expect(answer.textContent).toContain(`GET /${account._id}/insights\nmetric=views\nsince=1763625600`);
  expect(answer.textContent).toContain('"total_value": {\n        "value": 1000\n      }');
  expect([...answer.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['1000']);
  fireEvent.click(screen.getByRole('button', { name: 'Copy the call and its answer' }));
  expect(copied.mock.calls[0]?.[0]).toBe(answer.textContent);
});

it('says why a number is not exact', async () => {
  await open({ ...evidence, ...between(1_000, 1_400, 'summed_people') });

  expect(await screen.findByText('The actual number is between 1,000 and 1,400.')).toBeTruthy();
  expect(screen.getByText(/^Daily counts were added up/)).toBeTruthy();
});

it.each([
  ['before_answers', '1 value without an answer. Stored before answers were kept.'],
  ['expired', '1 value without an answer. Answers are kept for 90 days.'],
  ['not_stored', '1 value without an answer. This installation stores no answers.'],
] as const)('says why there is no answer: %s', async (reason, sentence) => {
  await open({ ...evidence, calls: [], missing: [{ accountId: account._id, reason, values: 1 }] });

  expect(await screen.findByText(sentence)).toBeTruthy();
});

it('says so when nothing is stored for the range', async () => {
  await open({ ...evidence, value: 0, calls: [] });

  expect(await screen.findByText(/^Nothing is stored for this range/)).toBeTruthy();
});

it('counts the days whose calls are not listed', async () => {
  await open({ ...evidence, omitted: 40 });

  expect(await screen.findByText(/^Calls of 40 earlier days are not listed/)).toBeTruthy();
});

it('offers another try after a failure', async () => {
  let reply: unknown = refused;
  await open(() => reply);

  const again = await screen.findByRole('button', { name: 'Try again' });
  reply = evidence;
  fireEvent.click(again);

  expect(await screen.findByText('Views = 1,000 + 234 = 1,234')).toBeTruthy();
});

it('closes alone when it was opened within another dialog', async () => {
  const onClose = vi.fn();
  await renderAnalytics(
    <Dialog open onClose={onClose} title="Guide">
      <MetricEvidence metric="views" />
    </Dialog>,
    { 'evidence/views': evidence },
    address,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Where this number comes from' }));
  const dialog = await screen.findByRole('dialog', { name: 'Where Views comes from' });

  fireEvent(dialog, new Event('close'));

  expect(screen.queryByText('Views, Nov 19, 2026 - Nov 20, 2026')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

it('explains a part, a day and an account of the metric', async () => {
  const { asked } = await open(evidence);
  await screen.findByText('1,234');

  fireEvent.change(screen.getByLabelText('Part'), { target: { value: 'follow_type NON_FOLLOWER' } });
  fireEvent.change(screen.getByLabelText('Days'), { target: { value: '2026-11-20' } });

  expect(await screen.findByText('Views: non-followers, Nov 20, 2026')).toBeTruthy();
  expect(asked.at(-1)?.body).toEqual({
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-20T23:59:59.999Z',
    accountIds: [account._id],
    part: { dimension: 'follow_type', value: 'NON_FOLLOWER' },
  });
});

const before = {
  asOf: '2026-11-20T23:59:59.999Z',
  value: 1_200,
  isComplete: true,
  omitted: 0,
  revisions: [
    {
      accountId: account._id,
      at: '2026-11-21T09:00:00.000Z',
      from: 1_200,
      to: 1_234,
      path: `${account._id}/insights`,
      days: [{ from: '2026-11-20', to: '2026-11-20', before: 200, after: 234, isNew: false }],
    },
  ],
};
const withBefore = (reply: unknown) => (body: unknown) => (JSON.stringify(body).includes('asOf') ? reply : evidence);

it('shows what the number said before, and the answer that changed it', async () => {
  await open(withBefore({ ...evidence, before }));

  expect(await screen.findByText('1,200 then, 1,234 now.')).toBeTruthy();
  const [change] = screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('→'));
  expect(change?.textContent).toMatch(/ 1,200 → 1,234, because Instagram revised Nov 20, 2026$/);
  expect(screen.queryByText(/no longer stored/)).toBeNull();
});

it('says so when a number has not changed, and when answers from then are gone', async () => {
  await open(withBefore({ ...evidence, before: { ...before, value: 1_234, revisions: [], isComplete: false } }));

  expect(await screen.findByText('1,234, the same as now.')).toBeTruthy();
  expect(screen.getByText(/^Some of Meta’s answers from then are no longer stored/)).toBeTruthy();
});

it('keeps the number when what it said before cannot be loaded', async () => {
  let reply: unknown = refused;
  await open((body: unknown) => withBefore(reply)(body));

  expect(await screen.findByText('Could not load what it said before')).toBeTruthy();
  expect(screen.getByText('1,234')).toBeTruthy();
  reply = { ...evidence, before };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('1,200 then, 1,234 now.')).toBeTruthy();
});
