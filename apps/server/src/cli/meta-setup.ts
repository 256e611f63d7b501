import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { isSetByProcess } from '../config/environment.ts';
import type { Config } from '../config/config.ts';
import { Secret } from '../config/secret.ts';
import type { AppSetup, InstagramApp, MetaApp, MetaSetupAccess } from '../features/admin/index.ts';
import type { Check } from './checks/check.ts';
import { checkInstagramApp } from './checks/instagram.ts';
import { checkMetaApp } from './checks/meta.ts';
import { instagramAppVariables, metaVariables } from './setup/sections.ts';
import { readEnvText, updateEnvText, writeEnvText } from './setup/env-file.ts';

/** Writes what an operator enters in the browser where `setup` writes it: to `.env` in the working directory. */
export function createMetaSetup(config: Config, restart: () => void): MetaSetupAccess {
  const { appUrl, meta, instagramHosts } = config;
  return {
    meta: createAppSetup<MetaApp>({
      variables: metaVariables,
      toVariables: ({ appId, appSecret, loginConfigId, webhookVerifyToken }) => ({
        META_APP_ID: appId,
        META_APP_SECRET: appSecret,
        META_LOGIN_CONFIG_ID: loginConfigId,
        META_WEBHOOK_VERIFY_TOKEN: webhookVerifyToken ?? '',
      }),
      // The webhook is subscribed to afterwards: Meta calls it to verify the token.
      check: ({ appId, appSecret, loginConfigId }) =>
        checkMetaApp(
          { ...meta, appId, appSecret: new Secret(appSecret), loginConfigId, webhookVerifyToken: undefined },
          appUrl,
        ),
    }),
    instagram: createAppSetup<InstagramApp>({
      variables: instagramAppVariables,
      toVariables: ({ appId, appSecret }) => ({ INSTAGRAM_APP_ID: appId, INSTAGRAM_APP_SECRET: appSecret }),
      async *check({ appId, appSecret }) {
        const instagram = { ...instagramHosts, appId, appSecret: new Secret(appSecret) };
        yield await checkInstagramApp({ instagram, meta }, appUrl);
      },
    }),
    restart,
  };
}

function createAppSetup<App>({
  variables,
  toVariables,
  check,
}: {
  variables: readonly string[];
  toVariables: (app: App) => Record<string, string>;
  check: (app: App) => AsyncIterable<Check>;
}): AppSetup<App> {
  const file = path.resolve('.env');
  return {
    async canSave() {
      if (variables.some(isSetByProcess)) return false;
      return access(path.dirname(file), constants.W_OK).then(
        () => true,
        () => false,
      );
    },
    async check(app) {
      const checks: Check[] = [];
      for await (const one of check(app)) checks.push(one);
      return checks.map(({ level, detail, fix }) => ({ level, detail, fix }));
    },
    async save(app) {
      await writeEnvText(file, updateEnvText(await readEnvText(file), new Map(Object.entries(toVariables(app)))));
    },
  };
}
