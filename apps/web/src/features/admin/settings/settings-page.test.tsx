import type { OperatorSettings } from '@tidemark/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { SettingsPage } from './settings-page.tsx';

const none: OperatorSettings = {
  version: 'one',
  mail: { isFixed: false, used: null },
  updates: { isFixed: false, url: null },
};
const used = {
  host: 'smtp.example.com',
  port: 465,
  security: 'tls',
  user: 'tidemark',
  sender: 'Tidemark <t@example.com>',
  returnPath: null,
} as const;

async function show(settings: Partial<OperatorSettings> = {}, replies: StubbedApi['replies'] = {}) {
  const api = stubApi({ 'GET /admin/settings': { ...none, ...settings }, ...replies });
  await renderAt('/', { '/': SettingsPage });
  return api;
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));

afterEach(() => vi.unstubAllGlobals());

it('tests a mail server, saves it, and shows it after the restart', async () => {
  const api = await show({}, { 'PUT /admin/settings/mail': { isSaved: true, checks: [] } });
  const mail = await card('Mail');
  for (const [label, value] of [
    ['Server', 'smtp.example.com'],
    ['User', 'tidemark'],
    ['Sender', 'Tidemark <t@example.com>'],
  ] as const)
    fireEvent.change(mail.getByLabelText(label), { target: { value } });
  fireEvent.change(mail.getByLabelText('Password'), { target: { value: 'secret' } });
  fireEvent.click(mail.getByLabelText('TLS'));

  fireEvent.click(mail.getByRole('button', { name: 'Test and save' }));

  await mail.findByText(/Tidemark is restarting/);
  expect(api.bodies[api.calls.indexOf('PUT /admin/settings/mail')]).toEqual({ ...used, password: 'secret' });
  api.replies['GET /admin/settings'] = { ...none, version: 'two', mail: { isFixed: false, used } };
  expect(await mail.findByText('smtp.example.com:465', {}, { timeout: 5_000 })).toBeDefined();
  expect(mail.queryByText(/Tidemark is restarting/)).toBeNull();
});

it('says why a mail server refuses, and keeps what was entered', async () => {
  const refused = { level: 'error', detail: 'smtp.example.com:587 cannot be reached', fix: 'Check the network.' };
  await show({}, { 'PUT /admin/settings/mail': { isSaved: false, checks: [refused] } });
  const mail = await card('Mail');
  fireEvent.change(mail.getByLabelText('Server'), { target: { value: 'smtp.example.com' } });
  fireEvent.change(mail.getByLabelText('Sender'), { target: { value: 't@example.com' } });

  fireEvent.click(mail.getByRole('button', { name: 'Test and save' }));

  expect((await mail.findByText(/cannot be reached/)).textContent).toContain('Check the network.');
  expect(mail.getByDisplayValue('smtp.example.com')).toBeDefined();
});

it('changes the port with the encryption, unless it was entered', async () => {
  await show();
  const mail = await card('Mail');
  const port = mail.getByLabelText<HTMLInputElement>('Port');

  fireEvent.click(mail.getByLabelText('TLS'));
  expect(port.value).toBe('465');
  fireEvent.change(port, { target: { value: '2525' } });
  fireEvent.click(mail.getByLabelText('STARTTLS'));

  expect(port.value).toBe('2525');
});

it('asks before it turns mail off', async () => {
  const api = await show({ mail: { isFixed: false, used } }, { 'DELETE /admin/settings/mail': { success: true } });
  const mail = await card('Mail');

  fireEvent.click(mail.getByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send no more mail?' }));
  expect(api.calls).not.toContain('DELETE /admin/settings/mail');
  fireEvent.click(dialog.getByRole('button', { name: 'Turn off' }));

  expect(await mail.findByText(/Tidemark is restarting/)).toBeDefined();
  expect(api.calls).toContain('DELETE /admin/settings/mail');
});

it('offers no change of what the environment sets', async () => {
  await show({ mail: { isFixed: true, used }, updates: { isFixed: true, url: 'https://example.com/latest' } });

  expect(await screen.findByText('SMTP_URL')).toBeDefined();
  expect(screen.getByText('UPDATE_CHECK_URL')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Change|Turn o|save/ })).toBeNull();
});
