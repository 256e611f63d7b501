import type { Annotation, Annotations } from '@tidemark/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { AnnotationsDialog } from './annotations-dialog.tsx';
import { DayAnnotations } from './day-annotations.tsx';
import { toDayMarks } from './use-day-marks.ts';

const fair: Annotation = {
  id: '0f0f0f0f-0000-4000-8000-000000000001',
  accountId: account._id,
  firstDay: '2026-11-12',
  lastDay: '2026-11-14',
  text: 'Trade fair',
  color: 'teal',
};
const data: Annotations = {
  annotations: [fair],
  events: [{ kind: 'days_missing', accountId: account._id, firstDay: '2026-11-03', lastDay: '2026-11-04' }],
  publishedDays: [{ day: '2026-11-12', posts: 2 }],
};
const november = '/?from=2026-11-01&to=2026-11-30';
const dialog = <AnnotationsDialog shown="list" onClose={() => undefined} />;

it("lists the range's annotations and recorded events, with days and account", async () => {
  await renderAnalytics(dialog, { '/metrics/annotations': data }, november);

  const list = await screen.findByRole('list', { name: 'Annotations' });
  expect(list.textContent).toBe('Trade fairNov 12, 2026 to Nov 14, 2026 · Maya Lindqvist');
  expect(screen.getByText('Days could not be fetched').textContent).toContain('Nov 03, 2026 to Nov 04, 2026');
});

it('adds an annotation, and moves an earlier last day along with the first', async () => {
  const { asked } = await renderAnalytics(
    <AnnotationsDialog shown={{ day: '2026-11-12' }} onClose={() => undefined} />,
    { '/metrics/annotations': data, '/annotations': (body: object) => ({ id: fair.id, ...body }) },
    november,
  );
  const button = await screen.findByRole('button', { name: 'Add annotation' });
  expect(button).toHaveProperty('disabled', true);

  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'Price change' } });
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-11-20' } });
  await screen.findByRole('option', { name: 'Maya Lindqvist' });
  fireEvent.change(screen.getByLabelText('Account'), { target: { value: account._id } });
  fireEvent.click(screen.getByRole('radio', { name: 'Amber' }));
  fireEvent.click(button);

  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path === '/annotations')?.body).toEqual({
      accountId: account._id,
      firstDay: '2026-11-20',
      lastDay: '2026-11-20',
      text: 'Price change',
      color: 'amber',
    }),
  );
});

it('changes an annotation', async () => {
  const { asked } = await renderAnalytics(
    dialog,
    { '/metrics/annotations': data, [`/annotations/${fair.id}`]: fair },
    november,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change Trade fair' }));
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'Two fairs' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));

  const { id: _, ...fields } = fair;
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith(fair.id))?.body).toEqual({ ...fields, text: 'Two fairs' }),
  );
});

it('deletes an annotation, and adds it again on Undo', async () => {
  const { asked } = await renderAnalytics(
    dialog,
    {
      '/metrics/annotations': data,
      [`/annotations/${fair.id}`]: { id: fair.id },
      '/annotations': fair,
    },
    november,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Trade fair' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));

  const { id: _, ...fields } = fair;
  await vi.waitFor(() => expect(asked.find(({ path }) => path === '/annotations')?.body).toEqual(fields));
});

it('reports failed loading or saving, and keeps the entered text', async () => {
  await renderAnalytics(dialog, { '/metrics/annotations': refused, '/annotations': refused }, november);
  expect(await screen.findByText('Could not load annotations')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Add annotation' }));
  fireEvent.change(screen.getByLabelText('What happened'), { target: { value: 'Price change' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add annotation' }));

  expect((await screen.findByRole('alert')).textContent).toBe('No');
  expect(screen.getByLabelText('What happened')).toHaveProperty('value', 'Price change');
});

it("shows a day's events, and lets users edit or add them", async () => {
  await renderAnalytics(<DayAnnotations day="2026-11-13" />, { '/metrics/annotations': data }, november);
  fireEvent.click(await screen.findByRole('button', { name: 'Trade fair' }));
  expect(await screen.findByRole('dialog', { name: 'Change the annotation' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  fireEvent.click(screen.getByRole('button', { name: 'Annotate this day' }));

  const form = await screen.findByRole('dialog', { name: 'Add an annotation' });
  expect(within(form).getByLabelText('First day')).toHaveProperty('value', '2026-11-13');
});

it("names a mark's account only when several are shown", () => {
  const texts = (name: string | undefined) => toDayMarks(data, () => name).marks.map(({ text }) => text);

  expect(texts(undefined)).toEqual(['Trade fair', 'Days could not be fetched']);
  expect(texts('Maya')).toEqual(['Maya: Trade fair', 'Maya: Days could not be fetched']);
});
