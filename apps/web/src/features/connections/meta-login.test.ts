import { afterEach, describe, expect, it, vi } from 'vitest';
import { askForCode } from './meta-login.ts';
import type { MetaLoginResponse, MetaSdk } from './meta-sdk.ts';

function sdk(login: MetaSdk['login']): MetaSdk {
  return { init: () => {}, login };
}
const answering = (response: MetaLoginResponse) => sdk((answer) => answer(response));
const notCancelled = () => new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

describe('requesting a code from Meta', () => {
  it('opens the popup immediately, with the login configuration', async () => {
    const login = vi.fn<MetaSdk['login']>((answer) => answer({ authResponse: { code: 'abc' } }));

    const code = askForCode(sdk(login), { loginConfigId: 'config-1' }, notCancelled());

    expect(login).toHaveBeenCalledOnce();
    expect(login.mock.calls[0]?.[1]).toEqual({
      config_id: 'config-1',
      response_type: 'code',
      override_default_response_type: true,
    });
    await expect(code).resolves.toBe('abc');
  });

  it('asks questions again that Meta would skip', async () => {
    const login = vi.fn<MetaSdk['login']>((answer) => answer({ authResponse: { code: 'abc' } }));

    await askForCode(sdk(login), { loginConfigId: 'config-1', again: 'reauthorize' }, notCancelled());

    expect(login.mock.calls[0]?.[1]).toMatchObject({ auth_type: 'reauthorize' });
  });

  it('reports a missing script', async () => {
    await expect(askForCode(undefined, { loginConfigId: 'c' }, notCancelled())).rejects.toThrow(
      'Facebook SDK not ready. Please refresh the page.',
    );
  });

  it('reports a cancelled login', async () => {
    await expect(
      askForCode(answering({ status: 'unknown', authResponse: null }), { loginConfigId: 'c' }, notCancelled()),
    ).rejects.toThrow('Facebook login was cancelled or failed');
  });

  it('reports a response without a code', async () => {
    await expect(
      askForCode(answering({ status: 'connected', authResponse: {} }), { loginConfigId: 'c' }, notCancelled()),
    ).rejects.toThrow('Failed to get authorization code from Facebook');
  });

  it('reports a popup that could not be opened', async () => {
    const broken = sdk(() => {
      throw new Error('init not called');
    });

    await expect(askForCode(broken, { loginConfigId: 'c' }, notCancelled())).rejects.toThrow(
      'Failed to initiate Facebook login',
    );
  });

  it('times out on a popup that never responds', async () => {
    vi.useFakeTimers();
    const code = askForCode(
      sdk(() => {}),
      { loginConfigId: 'c' },
      notCancelled(),
    );
    const refusal = expect(code).rejects.toThrow('Facebook login was cancelled or failed');

    await vi.advanceTimersByTimeAsync(5 * 60_000);

    await refusal;
  });

  it('aborts when the user cancels', async () => {
    const cancel = new AbortController();
    const code = askForCode(
      sdk(() => {}),
      { loginConfigId: 'c' },
      cancel.signal,
    );

    cancel.abort();

    await expect(code).rejects.toThrow('Facebook login was cancelled or failed');
  });
});
