import type { MetaSetup } from '@tidemark/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { MetaPage } from './meta-page.tsx';

const setup: MetaSetup = {
  app: null,
  instagram: {
    app: null,
    settings: [
      {
        title: 'Business login settings',
        note: null,
        rows: [{ name: 'OAuth redirect URIs', value: 'https://tidemark.example/connect/instagram', isCopied: true }],
      },
    ],
  },
  graphVersion: { requested: 'v25.0', answered: 'v25.0' },
  settings: [
    {
      title: 'App settings → Basic',
      note: 'Create app',
      rows: [
        { name: 'App domains', value: 'tidemark.example', isCopied: true },
        { name: 'Login variation', value: 'General', isCopied: false },
      ],
    },
  ],
};
const accepted = { level: 'ok', detail: 'It accepts META_APP_ID and META_APP_SECRET', fix: null };
const rejected = { level: 'error', detail: 'It rejects META_APP_SECRET', fix: 'Copy it again.' };

async function show(shown: Partial<MetaSetup> = {}, replies: StubbedApi['replies'] = {}) {
  const api = stubApi({ 'GET /admin/meta': { ...setup, ...shown }, ...replies });
  await renderAt('/', { '/': MetaPage });
  return api;
}

async function enter(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Test and save' }));
const app = { 'App ID': '123', 'App secret': 'a'.repeat(32), 'Login configuration ID': '456' };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("copies the values for Meta's dashboard", async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show();

  fireEvent.click(await screen.findByRole('button', { name: 'Copy App domains' }));

  expect(writeText).toHaveBeenCalledWith('tidemark.example');
  expect(screen.queryByRole('button', { name: 'Copy Login variation' })).toBeNull();
});

it('explains why Meta refuses an app, and keeps the entered values', async () => {
  await show({}, { 'PUT /admin/meta': { isSaved: false, checks: [rejected] } });
  await enter(app);

  submit();

  expect((await screen.findByText(/It rejects META_APP_SECRET/)).textContent).toContain('Copy it again.');
  expect(screen.getByDisplayValue('123')).toBeDefined();
});

it('waits for the restart after saving, then opens the welcome page', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const api = await show(
    {},
    { 'PUT /admin/meta': { isSaved: true, checks: [accepted] }, 'GET /config': { meta: { appId: '' } } },
  );
  await enter({ ...app, 'Verify token for story events': '' });

  submit();

  await screen.findByText(/Tidemark is restarting/);
  expect(assign).not.toHaveBeenCalled();
  api.replies['GET /config'] = { meta: { appId: '123' } };
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/welcome'), { timeout: 5_000 });
  expect(api.bodies[api.calls.indexOf('PUT /admin/meta')]).toEqual({
    appId: '123',
    appSecret: 'a'.repeat(32),
    loginConfigId: '456',
    webhookVerifyToken: null,
  });
});

it('suggests a new verify token each time', async () => {
  await show();

  const field = await screen.findByLabelText<HTMLInputElement>('Verify token for story events');

  expect(field.value).toMatch(/^[0-9a-f]{36}$/);
});

it('accepts only numbers as IDs', async () => {
  await show();
  await enter({ ...app, 'App ID': 'my app' });

  expect(screen.getByText('Meta shows it as a number')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Test and save' }).hasAttribute('disabled')).toBe(true);
});

it('has no form once there is an app', async () => {
  await show({ app: { id: '123', loginConfigId: '456' } });

  expect(await screen.findByText('Configured')).toBeDefined();
  expect(screen.queryByLabelText('Login configuration ID')).toBeNull();
});

it('warns when Meta answers with an unrequested version', async () => {
  await show({ app: { id: '1', loginConfigId: '2' }, graphVersion: { requested: 'v25.0', answered: 'v27.0' } });

  expect((await screen.findByRole('status')).textContent).toContain('Meta answers with v27.0');
});

it('does not warn before Meta has answered', async () => {
  await show({ app: { id: '1', loginConfigId: '2' }, graphVersion: { requested: 'v25.0', answered: null } });

  expect(await screen.findByText('v25.0')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

describe('the Instagram app', () => {
  const metaApp = { id: '123', loginConfigId: '456' };
  const instagramApp = { 'Instagram app ID': '789', 'Instagram app secret': 'b'.repeat(32) };

  it('is offered once the Meta app is configured', async () => {
    await show();

    expect(await screen.findByLabelText('App ID')).toBeDefined();
    expect(screen.queryByText('Accounts without a Facebook Page')).toBeNull();
  });

  it('is shown where it alone is configured', async () => {
    await show({ instagram: { ...setup.instagram, app: { id: '789' } } });

    const section = within(await screen.findByRole('region', { name: 'Instagram app' }));
    expect(section.getByText('789')).toBeDefined();
  });

  it('has its addresses to copy', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await show({ app: metaApp });

    fireEvent.click(await screen.findByRole('button', { name: 'Copy OAuth redirect URIs' }));

    expect(writeText).toHaveBeenCalledWith('https://tidemark.example/connect/instagram');
  });

  it('is refused with the reason, and keeps the entered values', async () => {
    const unknown = { level: 'error', detail: 'There is no Instagram app with INSTAGRAM_APP_ID', fix: 'Copy it.' };
    await show({ app: metaApp }, { 'PUT /admin/meta/instagram': { isSaved: false, checks: [unknown] } });
    await enter(instagramApp);

    submit();

    expect(await screen.findByText(/There is no Instagram app/)).toBeDefined();
    expect(screen.getByDisplayValue('789')).toBeDefined();
  });

  it('is saved; after the restart, the profile opens, where accounts are connected', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const api = await show(
      { app: metaApp },
      {
        'PUT /admin/meta/instagram': { isSaved: true, checks: [accepted] },
        'GET /config': { ...stubbedConfig, instagramLogin: false },
      },
    );
    await enter(instagramApp);

    submit();

    await screen.findByText(/Tidemark is restarting/);
    expect(assign).not.toHaveBeenCalled();
    api.replies['GET /config'] = { ...stubbedConfig, instagramLogin: true };
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/profile'), { timeout: 5_000 });
    expect(api.bodies[api.calls.indexOf('PUT /admin/meta/instagram')]).toEqual({
      appId: '789',
      appSecret: 'b'.repeat(32),
    });
  });
});
