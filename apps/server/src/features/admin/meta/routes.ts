import {
  getMetaSetup,
  saveInstagramSetup,
  saveMetaSetup,
  type EndpointRequest,
  type FailureCode,
  type MetaCheck,
} from '@tidemark/contract';
import type { Config } from '../../../config/config.ts';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { listInstagramSettings, listMetaSettings } from '../../connections/index.ts';
import { findAnsweredVersion } from '../../sync/index.ts';
import { audited, type AuditedEntry, type AuditLog } from '../../audit/index.ts';

export type MetaApp = EndpointRequest<typeof saveMetaSetup>['body'];
export type InstagramApp = EndpointRequest<typeof saveInstagramSetup>['body'];

export interface AppSetup<App> {
  canSave(): Promise<boolean>;
  /** Checks with Meta; changes nothing. */
  check(app: App): Promise<MetaCheck[]>;
  /** Writes the configuration. */
  save(app: App): Promise<void>;
}

/** Access to this process's own configuration. */
export interface MetaSetupAccess {
  meta: AppSetup<MetaApp>;
  instagram: AppSetup<InstagramApp>;
  /** Starts again with it, once the running requests are answered. */
  restart(): void;
}

export interface MetaSetupDeps {
  audit: AuditLog;
  config: Pick<Config, 'meta' | 'instagram' | 'legal'>;
  /** Null in processes whose configuration cannot be changed from within. */
  metaSetup: MetaSetupAccess | null;
  appUrl: string;
  db: Database;
}

/** Connects the installation to its apps at Meta, once each: a configured app is changed on the machine only. */
export function metaSetupRoutes({ audit, config, metaSetup: setup, appUrl, db }: MetaSetupDeps) {
  const { isConfigured, appId, loginConfigId, graphVersion } = config.meta;
  const app = isConfigured ? { id: appId, loginConfigId } : null;
  const legal = { hasLegalPages: config.legal !== null };
  const instagramApp = config.instagram ? { id: config.instagram.appId } : null;

  function createSaver<App>(own: AppSetup<App> | undefined, isTaken: boolean, refusal: FailureCode) {
    // Set once saved: a second operator must not replace what Meta has accepted.
    let isSaved = false;
    return async (given: App, entry: AuditedEntry) => {
      if (isTaken || isSaved) throw new ApiError(refusal);
      if (!setup || !own || !(await own.canSave())) throw new ApiError('configuration_read_only');
      const checks = await own.check(given);
      if (checks.some(({ level }) => level === 'error')) return { isSaved: false, checks };
      if (isSaved) throw new ApiError(refusal);
      isSaved = true;
      try {
        await audited(audit, entry, () => own.save(given));
      } catch (error) {
        isSaved = false;
        throw error;
      }
      setup.restart();
      return { isSaved: true, checks };
    };
  }
  const saveMeta = createSaver(setup?.meta, app !== null, 'meta_configured');
  const saveInstagram = createSaver(setup?.instagram, instagramApp !== null, 'instagram_configured');

  return [
    route(getMetaSetup, async () => ({
      app,
      canSave: (await setup?.meta.canSave()) ?? false,
      settings: listMetaSettings(appUrl, legal),
      instagram: {
        app: instagramApp,
        canSave: (await setup?.instagram.canSave()) ?? false,
        settings: listInstagramSettings(appUrl, legal),
      },
      graphVersion: { requested: graphVersion, answered: await findAnsweredVersion(db, graphVersion) },
    })),

    route(saveMetaSetup, ({ viewer, body, requestId, ip }) => {
      const change = { appId: body.appId, loginConfigId: body.loginConfigId };
      const entry = { actorId: viewer.userId, action: 'meta.configured', target: 'meta', change, requestId, ip };
      return saveMeta(body, entry);
    }),

    route(saveInstagramSetup, ({ viewer, body, requestId, ip }) => {
      const change = { appId: body.appId };
      const entry = { actorId: viewer.userId, action: 'instagram.configured', target: 'meta', change, requestId, ip };
      return saveInstagram(body, entry);
    }),
  ];
}
