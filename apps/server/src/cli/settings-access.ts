import type { SettingCheck } from '@tidemark/contract';
import { ConfigError, readConfig, type Config } from '../config/config.ts';
import { Secret } from '../config/secret.ts';
import { isInEnvironment, type SettingsAccess } from '../features/admin/index.ts';
import type { Check } from './checks/check.ts';
import { checkMail } from './checks/mail.ts';
import { loadChecks } from '../networks/commands.ts';

/** Lets operators change this installation's settings in the browser; `restart` makes this process use them. */
export function createSettingsAccess(
  environment: Record<string, string | undefined>,
  {
    config: { appUrl, meta, instagramHosts },
    version,
    restart,
  }: { config: Config; version: string; restart: () => void },
): SettingsAccess {
  return {
    version,
    isInEnvironment: (name) => isInEnvironment(environment, name),
    listProblems(variables) {
      try {
        readConfig({ ...environment, ...variables });
        return [];
      } catch (error) {
        if (error instanceof ConfigError) return error.problems;
        throw error;
      }
    },
    checks: {
      // The webhook is subscribed to afterwards: Meta calls it to verify the token.
      async meta({ appId, appSecret, loginConfigId }) {
        const app = { ...meta, appId, appSecret: new Secret(appSecret), loginConfigId, webhookVerifyToken: undefined };
        return collect((await loadChecks()).checkMetaApp(app, appUrl));
      },
      async instagram({ appId, appSecret }) {
        const instagram = { ...instagramHosts, appId, appSecret: new Secret(appSecret) };
        return collect([await (await loadChecks()).checkInstagramApp({ instagram, meta }, appUrl)]);
      },
      async mail(variables) {
        const { mail } = readConfig({ ...environment, ...variables });
        return collect(mail ? [await checkMail(mail)] : []);
      },
    },
    restart,
  };
}

async function collect(found: AsyncIterable<Check> | Iterable<Check>): Promise<SettingCheck[]> {
  const checks: SettingCheck[] = [];
  for await (const { level, detail, fix } of found) checks.push({ level, detail, fix });
  return checks;
}
