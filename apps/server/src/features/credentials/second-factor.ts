import type { Role } from '@tidemark/contract';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { isPasswordEnough } from './codes/rules.ts';
import { findIdentity } from './queries.ts';

/** Creates the check for users who must set up a second factor before anything else; built-in sign-in only. */
export function createSecondFactorRule({ db, config }: { db: Database; config: Pick<Config, 'requireSecondFactor'> }) {
  const required = config.requireSecondFactor;
  return async function lacksSecondFactor({ role, subject }: { role: Role; subject: string }): Promise<boolean> {
    if (required === 'none' || (required === 'operators' && role !== 'system-admin')) return false;
    const identity = await findIdentity(db, { subject });
    return identity !== null && isPasswordEnough(identity);
  };
}
