import { readConfig, type Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { readStoredSettings, withStoredSettings } from '../features/admin/index.ts';
import type { Vault } from '../platform/secrets.ts';

export interface StoredConfig {
  config: Config;
  /** Changes when an operator changes a setting. */
  version: string;
  /** Groups of settings that no key decrypts, and that are therefore not used. */
  unreadable: string[];
}

/** Reads the configuration: the environment, completed by what operators stored in the database. Throws ConfigError. */
export async function readStoredConfig(
  environment: Record<string, string | undefined>,
  { db, vault }: { db: Database; vault: Vault },
): Promise<StoredConfig> {
  const stored = await readStoredSettings(db, vault);
  const { version, unreadable } = stored;
  return { config: readConfig(withStoredSettings(environment, stored)), version, unreadable };
}
