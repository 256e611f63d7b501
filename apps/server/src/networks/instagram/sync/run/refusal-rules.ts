import { countDays } from '@tidemark/contract';

const refusalDays = 30;

interface Asked {
  today: string;
  host: 'facebook' | 'instagram';
}

/** Hosts refuse different metrics, and an account's login may change; those of graph.facebook.com have no prefix. */
const toPrefix = (host: Asked['host']) => (host === 'facebook' ? '' : `${host}/`);
const belongsTo = (host: Asked['host']) => (entry: string) =>
  host === 'facebook' ? !entry.startsWith(toPrefix('instagram')) : entry.startsWith(toPrefix(host));

/**
 * Lists a host's active refusals. Refused metrics are stored as `group:metric@day` and retried after 30 days, because
 * Instagram may change its answer.
 */
export function listActiveRefusals(stored: readonly string[], { today, host }: Asked): string[] {
  return stored.filter(belongsTo(host)).flatMap((entry) => {
    const [metric = '', since = today] = entry.slice(toPrefix(host).length).split('@');
    return countDays(since, today) <= refusalDays ? [metric] : [];
  });
}

/** Replaces a host's refusals, and keeps the other's. */
export function mergeRefusals(stored: readonly string[], refused: readonly string[], { today, host }: Asked): string[] {
  const since = new Map(stored.map((entry) => [entry.split('@')[0] ?? '', entry.split('@')[1] ?? today]));
  const others = stored.filter((entry) => !belongsTo(host)(entry));
  const own = refused.map((metric) => `${toPrefix(host)}${metric}`);
  return [...others, ...own.map((metric) => `${metric}@${since.get(metric) ?? today}`)];
}
