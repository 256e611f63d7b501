import { getMetaSetup, saveMetaSetup, type EndpointRequest, type MetaCheck } from '@tidemark/contract';
import type { Config } from '../../../config/config.ts';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { listMetaSettings } from '../../connections/index.ts';
import { findAnsweredVersion } from '../../sync/index.ts';
import { audited, type AuditLog } from '../../audit/index.ts';

export type MetaApp = EndpointRequest<typeof saveMetaSetup>['body'];

/** Access to this process's own configuration. */
export interface MetaSetupAccess {
  canSave(): Promise<boolean>;
  /** Checks with Meta; changes nothing. */
  check(app: MetaApp): Promise<MetaCheck[]>;
  /** Writes the configuration. */
  save(app: MetaApp): Promise<void>;
  /** Starts again with it, once the running requests are answered. */
  restart(): void;
}

export interface MetaSetupDeps {
  audit: AuditLog;
  config: Pick<Config, 'meta' | 'legal'>;
  /** Null in processes whose configuration cannot be changed from within. */
  metaSetup: MetaSetupAccess | null;
  appUrl: string;
  db: Database;
}

/** Connects the installation to its Meta app, once: a configured app is changed on the machine only. */
export function metaSetupRoutes({ audit, config, metaSetup: setup, appUrl, db }: MetaSetupDeps) {
  const { isConfigured, appId, loginConfigId, graphVersion } = config.meta;
  const app = isConfigured ? { id: appId, loginConfigId } : null;
  // Set once saved: a second operator must not replace what Meta has accepted.
  let isSaved = false;
  return [
    route(getMetaSetup, async () => ({
      app,
      canSave: (await setup?.canSave()) ?? false,
      settings: listMetaSettings(appUrl, { hasLegalPages: config.legal !== null }),
      graphVersion: { requested: graphVersion, answered: await findAnsweredVersion(db, graphVersion) },
    })),

    route(saveMetaSetup, async ({ viewer, body, requestId, ip }) => {
      if (app || isSaved) throw new ApiError('meta_configured');
      if (!setup || !(await setup.canSave())) throw new ApiError('configuration_read_only');
      const checks = await setup.check(body);
      if (checks.some(({ level }) => level === 'error')) return { isSaved: false, checks };
      const change = { appId: body.appId, loginConfigId: body.loginConfigId };
      const entry = { actorId: viewer.userId, action: 'meta.configured', target: 'meta', change, requestId, ip };
      if (isSaved) throw new ApiError('meta_configured');
      isSaved = true;
      try {
        await audited(audit, entry, () => setup.save(body));
      } catch (error) {
        isSaved = false;
        throw error;
      }
      setup.restart();
      return { isSaved: true, checks };
    }),
  ];
}
