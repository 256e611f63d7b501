import { deleteOperatorSetting, getOperatorSettings, saveMailSettings, saveUpdateSettings } from '@tidemark/contract';
import type { EndpointRequest, MailSecurity } from '@tidemark/contract';
import type { Config } from '../../../config/config.ts';
import type { MailConfig } from '../../../config/mail.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { audited } from '../../audit/index.ts';
import { saveSetting, type SettingDeps } from './save-setting.ts';
import { deleteSetting, type SettingName } from './stored-settings.ts';

export interface SettingRouteDeps extends SettingDeps {
  config: Pick<Config, 'mail' | 'updateCheckUrl'>;
}

const securities = { implicit: 'tls', starttls: 'starttls', off: 'none' } as const satisfies Record<
  string,
  MailSecurity
>;

/** Lets operators set up mail and the update check in the browser; every process then uses them. */
export function settingRoutes(deps: SettingRouteDeps) {
  const { config, settings, audit } = deps;
  const isFixed = (name: SettingName) => settings === null || settings.isInEnvironment(name);

  return [
    route(getOperatorSettings, async () => ({
      version: settings?.version ?? '',
      mail: { isFixed: isFixed('mail'), used: config.mail && toUsed(config.mail) },
      updates: { isFixed: isFixed('updates'), url: config.updateCheckUrl },
    })),

    route(saveMailSettings, ({ viewer, body, requestId, ip }) => {
      const variables = toMailVariables(body);
      const { password: _, ...change } = body;
      return saveSetting(deps, {
        name: 'mail',
        variables,
        check: async () => (await settings?.checks.mail(variables)) ?? [],
        entry: { actorId: viewer.userId, action: 'mail.configured', target: 'mail', change, requestId, ip },
        refusal: null,
      });
    }),

    route(saveUpdateSettings, ({ viewer, body, requestId, ip }) =>
      saveSetting(deps, {
        name: 'updates',
        variables: { UPDATE_CHECK_URL: body.url },
        check: async () => [],
        entry: { actorId: viewer.userId, action: 'updates.configured', target: 'updates', change: body, requestId, ip },
        refusal: null,
      }),
    ),

    route(deleteOperatorSetting, async ({ viewer, params: { name }, requestId, ip }) => {
      if (!settings || isFixed(name)) throw new ApiError('configuration_read_only');
      const entry = { actorId: viewer.userId, action: 'setting.removed', target: name, change: {}, requestId, ip };
      if (await audited(audit, entry, (transaction) => deleteSetting(transaction, name))) settings.restart();
      return { success: true as const };
    }),
  ];
}

function toUsed({ host, port, tls, user, from, returnPath }: MailConfig) {
  const sender = from.name === null ? from.address : `${from.name} <${from.address}>`;
  return { host, port, security: securities[tls], user, sender, returnPath };
}

function toMailVariables({
  host,
  port,
  security,
  user,
  password,
  sender,
  returnPath,
}: EndpointRequest<typeof saveMailSettings>['body']) {
  const signIn = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
  const tls = { tls: '', starttls: '?tls=required', none: '?tls=off' }[security];
  return {
    SMTP_URL: `${security === 'tls' ? 'smtps' : 'smtp'}://${signIn}${host}:${port}${tls}`,
    MAIL_FROM: sender,
    ...(returnPath !== null && { MAIL_RETURN_PATH: returnPath }),
  };
}
