/** How much of Meta's limits is used, as the headers of a reply tell it: percent, above 100 too. */
export interface GraphUsage {
  /** Of what the app may ask in an hour; null when the reply does not say. */
  app: number | null;
  accounts: { accountId: string; percent: number; regainMinutes: number }[];
}

type Headers = Record<string, string | string[] | undefined>;
type Measures = Record<string, unknown>;

const mostAccounts = 32;
const mostMinutes = 24 * 60;

/** Headers may be missing, cut or nonsense: what cannot be read says nothing. */
export function readUsage(headers: Headers): GraphUsage {
  const app = readJson(headers['x-app-usage']);
  const business = readJson(headers['x-business-use-case-usage']);
  return {
    app: isMeasures(app) ? percentOf(app) : null,
    accounts: Object.entries(isMeasures(business) ? business : {})
      .slice(0, mostAccounts)
      .flatMap(([accountId, entries]) => {
        // One entry a kind of call (`instagram`, `pages` …): the fullest one decides.
        const measures = (Array.isArray(entries) ? entries : [entries]).filter(isMeasures);
        const percents = measures.map(percentOf).filter((percent) => percent !== null);
        if (percents.length === 0 || !/^[\w-]{1,64}$/.test(accountId)) return [];
        const minutes = measures.map((entry) => numberOf(entry['estimated_time_to_regain_access']) ?? 0);
        return [
          { accountId, percent: Math.max(...percents), regainMinutes: Math.min(mostMinutes, Math.max(...minutes)) },
        ];
      }),
  };
}

/** The seconds that a refusal asks to wait: those of its account where they are told, else the longest. */
export function secondsToWait(headers: Headers, { accounts }: GraphUsage, accountId: string | null) {
  const own = accounts.filter((account) => account.accountId === accountId);
  const minutes = (own.length > 0 ? own : accounts).map(({ regainMinutes }) => regainMinutes);
  const asked = Math.max(0, numberOf(headers['retry-after']) ?? 0, ...minutes.map((count) => count * 60));
  return asked > 0 ? Math.min(asked, mostMinutes * 60) : undefined;
}

function percentOf(measures: Measures): number | null {
  const told = ['call_count', 'total_cputime', 'total_time']
    .map((name) => numberOf(measures[name]))
    .filter((value) => value !== null);
  return told.length > 0 ? Math.max(...told) : null;
}

function numberOf(value: unknown): number | null {
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
