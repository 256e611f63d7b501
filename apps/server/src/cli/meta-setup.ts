import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { isSetByProcess } from '../config/environment.ts';
import type { Config } from '../config/config.ts';
import { Secret } from '../config/secret.ts';
import type { MetaApp, MetaSetupAccess } from '../features/admin/index.ts';
import type { Check } from './checks/check.ts';
import { checkMetaApp } from './checks/meta.ts';
import { metaVariables } from './setup/sections.ts';
import { readEnvText, updateEnvText, writeEnvText } from './setup/env-file.ts';

const toVariables = ({ appId, appSecret, loginConfigId, webhookVerifyToken }: MetaApp) =>
  new Map([
    ['META_APP_ID', appId],
    ['META_APP_SECRET', appSecret],
    ['META_LOGIN_CONFIG_ID', loginConfigId],
    ['META_WEBHOOK_VERIFY_TOKEN', webhookVerifyToken ?? ''],
  ]);

/** Writes what an operator enters in the browser where `setup` writes it: to `.env` in the working directory. */
export function createMetaSetup(config: Config, restart: () => void): MetaSetupAccess {
  const file = path.resolve('.env');
  return {
    async canSave() {
      if (metaVariables.some(isSetByProcess)) return false;
      return access(path.dirname(file), constants.W_OK).then(
        () => true,
        () => false,
      );
    },
    async check({ appId, appSecret, loginConfigId }) {
      const app = { ...config.meta, appId, appSecret: new Secret(appSecret), loginConfigId };
      const checks: Check[] = [];
      // The webhook is subscribed to afterwards: Meta calls it to verify the token.
      for await (const check of checkMetaApp({ ...app, webhookVerifyToken: undefined }, config.appUrl))
        checks.push(check);
      return checks.map(({ level, detail, fix }) => ({ level, detail, fix }));
    },
    async save(app) {
      await writeEnvText(file, updateEnvText(await readEnvText(file), toVariables(app)));
    },
    restart,
  };
}
