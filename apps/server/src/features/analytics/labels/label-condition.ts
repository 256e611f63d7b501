import type { RawBuilder } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { findLabel, isAmong, listByHand, meetsRule } from './queries.ts';

type Label = NonNullable<Awaited<ReturnType<typeof findLabel>>>;

/** Returns the condition that a row in `media` has a label. Throws if the user has no such label. */
export async function loadLabelCondition(
  db: Database,
  scope: AccountScope,
  { userId, labelId, zone }: { userId: string; labelId: string; zone: string },
): Promise<RawBuilder<boolean>> {
  const label = await findLabel(db, userId, labelId);
  if (!label) throw new ApiError('label_not_found');
  return toLabelCondition(db, scope, { label, zone });
}

/** Returns the condition that a row in `media` has this label. */
export async function toLabelCondition(
  db: Database,
  scope: AccountScope,
  { label, zone }: { label: Label; zone: string },
): Promise<RawBuilder<boolean>> {
  return label.rule ? meetsRule(label.rule, zone) : isAmong(await listByHand(db, scope, [label.label_id]));
}
