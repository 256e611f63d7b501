import { getMetaSetup, saveInstagramSetup, saveMetaSetup } from '@tidemark/contract';
import type { Config } from '../../../config/config.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { listInstagramSettings, listMetaSettings } from '../connections/meta-settings.ts';
import { findAnsweredVersion } from '../client/graph-version.ts';
import { saveSetting, type SettingDeps } from '../../../features/admin/index.ts';

export interface MetaSetupDeps extends SettingDeps {
  config: Pick<Config, 'meta' | 'instagram' | 'legal'>;
  appUrl: string;
}

/** Connects the installation to its apps at Meta, once each: a configured app is changed on the machine only. */
export function metaSetupRoutes(deps: MetaSetupDeps) {
  const { config, settings, appUrl, db } = deps;
  const { isConfigured, appId, loginConfigId, graphVersion } = config.meta;
  const app = isConfigured ? { id: appId, loginConfigId } : null;
  const legal = { hasLegalPages: config.legal !== null };
  const instagramApp = config.instagram ? { id: config.instagram.appId } : null;

  return [
    route(getMetaSetup, async () => ({
      app,
      settings: listMetaSettings(appUrl, legal),
      instagram: { app: instagramApp, settings: listInstagramSettings(appUrl, legal) },
      graphVersion: { requested: graphVersion, answered: await findAnsweredVersion(db, graphVersion) },
    })),

    route(saveMetaSetup, ({ viewer, body, requestId, ip }) => {
      if (app) throw new ApiError('meta_configured');
      const change = { appId: body.appId, loginConfigId: body.loginConfigId };
      return saveSetting(deps, {
        name: 'meta',
        variables: {
          META_APP_ID: body.appId,
          META_APP_SECRET: body.appSecret,
          META_LOGIN_CONFIG_ID: body.loginConfigId,
          META_WEBHOOK_VERIFY_TOKEN: body.webhookVerifyToken ?? '',
        },
        check: async () => (await settings?.checks.meta(body)) ?? [],
        entry: { actorId: viewer.userId, action: 'meta.configured', target: 'meta', change, requestId, ip },
        refusal: 'meta_configured',
      });
    }),

    route(saveInstagramSetup, ({ viewer, body, requestId, ip }) => {
      if (instagramApp) throw new ApiError('instagram_configured');
      const change = { appId: body.appId };
      return saveSetting(deps, {
        name: 'instagram',
        variables: { INSTAGRAM_APP_ID: body.appId, INSTAGRAM_APP_SECRET: body.appSecret },
        check: async () => (await settings?.checks.instagram(body)) ?? [],
        entry: { actorId: viewer.userId, action: 'instagram.configured', target: 'meta', change, requestId, ip },
        refusal: 'instagram_configured',
      });
    }),
  ];
}
