import type { AccountId, Evidence } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { type NetworkAnswers, networkAnswers } from '../../../metrics/network-answers.ts';
import type { AccountScope } from '../../accounts/index.ts';

/** Networks whose numbers are fields of their answers, by account; none for accounts at Instagram. */
export type Networks = ReadonlyMap<AccountId, NetworkAnswers>;

/** Evidence without the names of those who answered, which depend on the accounts only. */
export type Explanation = Omit<Evidence, 'answeredBy'>;

export async function loadNetworks(db: Database, { accountIds }: AccountScope): Promise<Networks> {
  const rows = await db
    .selectFrom('account')
    .select(['account_id', 'type'])
    .where('account_id', 'in', accountIds)
    .execute();
  return new Map(
    rows.flatMap(({ account_id, type }): [AccountId, NetworkAnswers][] => {
      const network = networkAnswers[type];
      return network ? [[account_id, network]] : [];
    }),
  );
}

/** Returns the names of those who answered about the accounts. */
export function nameAnswerers(networks: Networks, { accountIds }: AccountScope): string {
  return [...new Set(accountIds.map((id) => networks.get(id)?.name ?? 'Meta'))].sort().join(' and ');
}

/** Returns the network of all accounts; undefined for several networks, and for Instagram. */
export function findOnlyNetwork(networks: Networks, { accountIds }: AccountScope): NetworkAnswers | undefined {
  const [first, ...others] = new Set(accountIds.map((id) => networks.get(id)));
  return others.length === 0 ? first : undefined;
}
