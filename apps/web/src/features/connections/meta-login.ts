import type { MetaSdk } from './meta-sdk.ts';

const loginFailures = {
  notReady: 'Facebook SDK not ready. Please refresh the page.',
  noCode: 'Failed to get authorization code from Facebook',
  cancelled: 'Facebook login was cancelled or failed',
  notInitiated: 'Failed to initiate Facebook login',
} as const;

/**
 * Makes Meta repeat questions that were answered before, such as an expired access or a declined permission.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/re-asking-declined-permissions
 */
export type AskAgain = 'reauthorize' | 'rerequest';

// A blocked popup never responds; a user with two-factor sign-in may need minutes.
const answerMilliseconds = 5 * 60_000;
// Chrome and Firefox allow a popup this long after a click, by default.
const scriptMilliseconds = 5_000;

/**
 * Waits for the script if it is still loading at the click; undefined if it is blocked, takes too long, or the user
 * cancels.
 */
export function waitForScript(loading: Promise<MetaSdk>, cancel: AbortSignal): Promise<MetaSdk | undefined> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(undefined);
    setTimeout(giveUp, scriptMilliseconds);
    cancel.addEventListener('abort', giveUp);
    loading.then(resolve, giveUp);
  });
}

/**
 * Requests an authorization code from Meta's popup. Call it in the click handler, and after a wait only if there is no
 * other way: browsers block a popup that opens long after the click.
 */
export function askForCode(
  sdk: MetaSdk | undefined,
  { loginConfigId, again }: { loginConfigId: string; again?: AskAgain | undefined },
  cancel: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(loginFailures.cancelled));
    if (cancel.aborted) return giveUp();
    if (!sdk) return reject(new Error(loginFailures.notReady));
    const timer = setTimeout(giveUp, answerMilliseconds);
    cancel.addEventListener('abort', giveUp);
    try {
      sdk.login(
        ({ authResponse }) => {
          clearTimeout(timer);
          if (!authResponse) reject(new Error(loginFailures.cancelled));
          else if (!authResponse.code) reject(new Error(loginFailures.noCode));
          else resolve(authResponse.code);
        },
        {
          config_id: loginConfigId,
          response_type: 'code',
          override_default_response_type: true,
          ...(again && { auth_type: again }),
        },
      );
    } catch (cause) {
      clearTimeout(timer);
      reject(new Error(loginFailures.notInitiated, { cause }));
    }
  });
}
