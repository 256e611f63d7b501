import type { EndpointRequest, FailureCode, saveInstagramSetup, saveMetaSetup, SettingCheck } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { audited, type AuditedEntry, type AuditLog } from '../../audit/index.ts';
import { isStored, storeSetting, type SettingName } from './stored-settings.ts';

/** Access to this process's own configuration. */
export interface SettingsAccess {
  /** The version of the stored settings in use. */
  version: string;
  /** Returns true if environment variables override what is stored. */
  isInEnvironment(name: SettingName): boolean;
  /** Returns what is wrong with these variables among the others. */
  listProblems(variables: Record<string, string>): string[];
  /** Ask the systems; change nothing. */
  checks: {
    meta(app: EndpointRequest<typeof saveMetaSetup>['body']): Promise<SettingCheck[]>;
    instagram(app: EndpointRequest<typeof saveInstagramSetup>['body']): Promise<SettingCheck[]>;
    mail(variables: Record<string, string>): Promise<SettingCheck[]>;
  };
  /** Starts again with what is stored, once the running requests are answered. */
  restart(): void;
}

export interface SettingDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  audit: AuditLog;
  /** Null in an app whose configuration cannot be changed from within. */
  settings: SettingsAccess | null;
}

interface SavedSetting {
  name: SettingName;
  variables: Record<string, string>;
  check: () => Promise<SettingCheck[]>;
  entry: AuditedEntry;
  /** The failure if there is one already; null replaces it. */
  refusal: FailureCode | null;
}

/** Tests a setting, stores it encrypted, and restarts with it. Refuses what environment variables would override. */
export async function saveSetting(
  { db, vault, clock, audit, settings }: SettingDeps,
  { name, variables, check, entry, refusal }: SavedSetting,
): Promise<{ isSaved: boolean; checks: SettingCheck[] }> {
  if (!settings || settings.isInEnvironment(name)) throw new ApiError('configuration_read_only');
  // A second operator must not replace what Meta has accepted.
  if (refusal && (await isStored(db, name))) throw new ApiError(refusal);
  const problems = settings.listProblems(variables);
  if (problems.length > 0)
    return { isSaved: false, checks: problems.map((detail) => ({ level: 'error', detail, fix: null })) };
  const checks = await check();
  if (checks.some(({ level }) => level === 'error')) return { isSaved: false, checks };
  await audited(audit, entry, async (transaction) => {
    const isNew = await storeSetting(transaction, vault, { name, variables, now: clock(), replace: refusal === null });
    if (!isNew && refusal) throw new ApiError(refusal);
  });
  settings.restart();
  return { isSaved: true, checks };
}
