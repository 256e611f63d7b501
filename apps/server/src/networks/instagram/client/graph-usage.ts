/** Usage of Meta's limits in percent, as stated in a reply's headers; may exceed 100. */
export interface GraphUsage {
  /** Usage of the app's hourly limit; null when the reply does not include it. */
  app: number | null;
  accounts: { accountId: string; percent: number; regainMinutes: number }[];
}

type Headers = Record<string, string | string[] | undefined>;
type Measures = Record<string, unknown>;

const maxAccounts = 32;
const maxMinutes = 24 * 60;

/** Headers may be missing, cut off or malformed: what cannot be parsed is ignored. */
export function readUsage(headers: Headers): GraphUsage {
  const app = readJson(headers['x-app-usage']);
  const business = readJson(headers['x-business-use-case-usage']);
  return {
    app: isMeasures(app) ? toPercent(app) : null,
    accounts: Object.entries(isMeasures(business) ? business : {})
      .slice(0, maxAccounts)
      .flatMap(([accountId, entries]) => {
        // One entry per kind of call (`instagram`, `pages` …): the highest decides.
        const measures = (Array.isArray(entries) ? entries : [entries]).filter(isMeasures);
        const percents = measures.map(toPercent).filter((percent) => percent !== null);
        if (percents.length === 0 || !/^[\w-]{1,64}$/.test(accountId)) return [];
        const minutes = measures.map((entry) => toNumber(entry['estimated_time_to_regain_access']) ?? 0);
        return [
          { accountId, percent: Math.max(...percents), regainMinutes: Math.min(maxMinutes, Math.max(...minutes)) },
        ];
      }),
  };
}

/** Returns the wait in seconds for an error: the calling account's where reported, else the longest. */
export function secondsToWait(headers: Headers, { accounts }: GraphUsage, accountId: string | null) {
  const own = accounts.filter((account) => account.accountId === accountId);
  const minutes = (own.length > 0 ? own : accounts).map(({ regainMinutes }) => regainMinutes);
  const seconds = Math.max(0, toNumber(headers['retry-after']) ?? 0, ...minutes.map((count) => count * 60));
  return seconds > 0 ? Math.min(seconds, maxMinutes * 60) : undefined;
}

function toPercent(measures: Measures): number | null {
  const reported = ['call_count', 'total_cputime', 'total_time']
    .map((name) => toNumber(measures[name]))
    .filter((value) => value !== null);
  return reported.length > 0 ? Math.max(...reported) : null;
}

function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}

function isMeasures(value: unknown): value is Measures {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(header: string | string[] | undefined): unknown {
  if (typeof header !== 'string') return undefined;
  try {
    return JSON.parse(header) as unknown;
  } catch {
    return undefined;
  }
}
