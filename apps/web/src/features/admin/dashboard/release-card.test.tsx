import type { Fleet } from '@tidemark/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#web/platform/render-at.tsx';
import { ReleaseCard } from './release-card.tsx';

const at = '2026-11-23T12:00:00.000Z';
const newer = {
  version: '9.0.0',
  url: 'https://github.com/octocat/tidemark/releases/v9.0.0',
  notes: '- <b>Peers</b>',
  publishedAt: '2026-11-20T12:00:00.000Z',
};

async function show(release: Partial<Fleet['release']>) {
  const known = { isChecked: true, checkedAt: at, failedAt: null, backedUpAt: null, newer: null, ...release };
  // The card reads nothing else.
  const fleet = { at, process: { version: '0.1.0' }, release: known } as Fleet;
  await renderAt('/', { '/': () => <ReleaseCard fleet={fleet} /> });
}

it("shows a newer version's changes as text", async () => {
  await show({ newer });

  screen.getByRole('heading', { name: 'Tidemark 9.0.0 is available' });
  screen.getByText('- <b>Peers</b>');
  expect(screen.getByRole('link', { name: 'Release notes' }).getAttribute('href')).toBe(newer.url);
});

it.each([
  [null, 'There is no backup from the last month: make one before you upgrade.'],
  ['2026-11-10T12:00:00.000Z', 'The last backup is from Nov 10, 2026: make a new one before you upgrade.'],
  ['2026-11-22T12:00:00.000Z', /The last backup is from Nov 22, 2026\. Try/],
])("shows the last backup's age: %s", async (backedUpAt, sentence) => {
  await show({ newer, backedUpAt });

  screen.getByText(sentence);
});

it('says that the newest version is running, or that the check failed', async () => {
  await show({ failedAt: at });

  screen.getByText(/^This is the newest version, as of /);
  screen.getByText(/failed\. It will be retried within six hours/);
});

it('explains how to turn on update checks, and what they send', async () => {
  await show({ isChecked: false, checkedAt: null });

  screen.getByText(/only the running version is sent\./);
});
