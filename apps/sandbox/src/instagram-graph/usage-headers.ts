import type { FaultParams } from '../faults.ts';
import { businessId } from '../world/account-profile.ts';
import type { World } from '../world/world.ts';
import type { CallUsage } from './call-usage.ts';
import type { GraphAnswer } from './graph.ts';

const maxKeys = 32;

export function usageHeaders(
  { usage, world }: { usage: CallUsage; world: World },
  answers: GraphAnswer[],
  forced: FaultParams | undefined,
): Record<string, string> {
  const accountIds = [...new Set(answers.flatMap(({ charged }) => charged.map(({ account }) => account)))];
  const forcedPercent = forced && forced.number('percent', 80) + forced.number('step', 0) * (forced.strike - 1);
  const business: Record<string, unknown> = {};
  for (const id of accountIds.filter((candidate) => candidate !== undefined).slice(0, maxKeys / 2)) {
    const account = world.findAccount(id);
    if (!account) continue;
    const minutes = answers.map(({ blocked }) => blocked.get(id)).find((found) => found !== undefined);
    const percent =
      minutes === undefined
        ? (forcedPercent ?? Math.floor(usage.accountPercent(account)))
        : Math.max(100, Math.floor(usage.accountPercent(account)));
    const figures = {
      type: 'instagram',
      call_count: percent,
      total_cputime: Math.floor(percent * 0.4),
      total_time: Math.floor(percent * 0.7),
      estimated_time_to_regain_access: minutes ?? (percent >= 100 ? 30 : 0),
    };
    // Real responses contain the business id next to the account id, with the same values.
    business[businessId(account)] = [figures];
    business[id] = [figures];
  }
  const isApp = accountIds.includes(undefined);
  const appPercent = forcedPercent ?? Math.floor(usage.appPercent());
  return {
    ...(Object.keys(business).length > 0 && { 'x-business-use-case-usage': JSON.stringify(business) }),
    ...(isApp && {
      'x-app-usage': JSON.stringify({
        call_count: appPercent,
        total_cputime: Math.floor(appPercent * 0.4),
        total_time: Math.floor(appPercent * 0.7),
      }),
    }),
  };
}
