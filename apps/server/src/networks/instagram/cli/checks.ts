import type { Config } from '../../../config/config.ts';
import { warning, type Check } from '../../../cli/checks/check.ts';
import type { StoredLogins } from './checks/find-login.ts';
import { checkInstagramApp, checkInstagramLogin } from './checks/instagram.ts';
import { checkMetaApp, checkMetaLogin } from './checks/meta.ts';

export { checkInstagramApp, checkMetaApp };

/** Checks the apps at Meta, as far as they are configured. */
export async function* checkApps({ appUrl, instagram, meta }: Config): AsyncGenerator<Check> {
  if (meta.isConfigured) yield* checkMetaApp(meta, appUrl);
  else
    yield warning(
      'Meta',
      'META_APP_ID is not set, so no account can be connected',
      `As an operator, open ${appUrl}/system/meta, or run tidemark setup.`,
    );
  if (instagram) yield await checkInstagramApp({ instagram, meta }, appUrl);
}

/** Checks one login at each app with its stored token. */
export async function* checkLogins({ instagram, meta }: Config, stored: StoredLogins): AsyncGenerator<Check> {
  if (meta.isConfigured) yield await checkMetaLogin(meta, stored);
  if (instagram) yield* await checkInstagramLogin({ instagram, meta }, stored);
}
