import { bySystem, audited } from '../features/audit/index.ts';
import { deleteSetting, isInEnvironment, readStoredSettings, settingNames } from '../features/admin/index.ts';
import { CliError } from './cli-error.ts';
import { withDatabase } from './with-database.ts';

type Environment = Record<string, string | undefined>;

/** Prints where each group of settings comes from, without values. */
export async function listSettings(environment: Environment): Promise<void> {
  await withDatabase(environment, async ({ db, vault }) => {
    const { variables, unreadable } = await readStoredSettings(db, vault);
    const width = Math.max(...settingNames.map((name) => name.length));
    for (const name of settingNames) {
      const stored = unreadable.includes(name)
        ? 'stored, but not with a key in ENCRYPTION_KEYS'
        : `stored: ${Object.keys(variables.get(name) ?? {}).join(', ')}`;
      const isStored = variables.has(name) || unreadable.includes(name);
      const source = isInEnvironment(environment, name)
        ? `environment${isStored ? `, which overrides what is ${stored}` : ''}`
        : isStored
          ? stored
          : 'not set';
      console.log(`${name.padEnd(width)}  ${source}`);
    }
  });
}

/** Deletes a group of stored settings; running processes restart without it. */
export async function removeSetting(environment: Environment, [given]: string[]): Promise<void> {
  const name = settingNames.find((known) => known === given);
  if (!name) throw new CliError(`Usage: tidemark settings remove ${settingNames.join('|')}`);
  await withDatabase(environment, async ({ audit }) => {
    const entry = { ...bySystem, action: 'setting.removed', target: name, change: { by: 'tidemark settings remove' } };
    const isRemoved = await audited(audit, entry, (transaction) => deleteSetting(transaction, name));
    console.log(
      isRemoved
        ? `Removed: ${name}. Running processes restart without it within ten seconds.`
        : `No ${name} settings are stored.`,
    );
  });
}
