import { z } from 'zod';

const itemFaults = [
  'error',
  'unknown',
  'service',
  'app-limit',
  'user-limit',
  'page-limit',
  'custom-limit',
  'account-limit',
  'token',
  'permission',
  'few-viewers',
  'post-permission',
  'post-code-1',
  'metric-unsupported',
  'metric-retired',
  'breakdown-code-1',
  'crossposted-fatal',
  'localised',
  'missing-object',
  'before-conversion',
  'missing-alias',
  'reduce-data',
  'invalid-cursor',
  'empty-data',
  'null-batch-item',
] as const;
const transportFaults = [
  'html-502',
  'empty-502',
  'connection-reset',
  'slow',
  'hang',
  'drip',
  'truncated-json',
  'malformed-json',
  'huge-body',
  'batch-envelope-500',
  'missing-headers',
  'batch-headers-inside',
  'version-upgrade',
  'usage',
] as const;
const contentFaults = [
  'delayed-data',
  'revised-days',
  'missing-metric',
  'null-values',
  'null-metric',
  'no-data-breakdown',
  'contradicting-cells',
  'ids-as-numbers',
  'wrong-types',
  'paging-to-future',
  'short-page',
  'empty-page-with-next',
  'cursor-loop',
  'duplicate-media',
  'deleted-between-pages',
  'likes-withdrawn',
  'expired-media-urls',
  'hostile-texts',
  'letter-case',
  'sparse-account',
  'falling-totals',
  'collaborator-without-username',
  'collaborative-insights',
  'peer-missing',
  'peer-replaced',
  'public-field-refused',
] as const;
/** The opposites of the sandbox's rules for account insights. */
const insightRuleFaults = [
  'series-dated-by-end',
  'range-end-excluded',
  'long-totals',
  'old-days-silent',
  'old-follow-types',
  'exact-parts',
  'no-net-losses',
] as const;
const loginFaults = ['page-refused', 'instagram-token-in-data'] as const;
/** Limits that Meta documents, lifted. */
const laxFaults = ['timeframe-optional', 'story-replies-everywhere'] as const;
const identityFaults = [
  'idp-down',
  'idp-hang',
  'idp-opaque-tokens',
  'idp-wrong-algorithm',
  'idp-wrong-audience',
  'idp-rotated-key',
  'idp-removed-key',
  'idp-unknown-key',
  'idp-expired-tokens',
  'idp-clock-skew',
] as const;

const blueskyFaults = ['bluesky-rate-limit', 'bluesky-away'] as const;

const githubFaults = [
  'github-bad-credentials',
  'github-rate-limit',
  'github-secondary-limit',
  'github-gone',
  'github-not-found',
  'github-error',
  'github-hang',
  'github-lost-answer',
  'github-malformed',
  'github-no-labels',
] as const;

const mailFaults = [
  'mail-down',
  'mail-greylist',
  'mail-unknown-recipient',
  'mail-refuse-content',
  'mail-defer-content',
  'mail-cut-after-data',
  'mail-slow',
  'mail-ascii-only',
] as const;

export const faultNames = [
  ...itemFaults,
  ...transportFaults,
  ...contentFaults,
  ...insightRuleFaults,
  ...loginFaults,
  ...laxFaults,
  ...identityFaults,
  ...blueskyFaults,
  ...githubFaults,
  ...mailFaults,
] as const;
export type FaultName = (typeof faultNames)[number];

/** The services of Facebook and those of Instagram. */
const graphHosts = ['facebook', 'instagram'] as const;

export const FaultRule = z.strictObject({
  match: z
    .strictObject({
      path: z.string().optional(),
      host: z.enum(graphHosts).optional(),
      account: z.string().optional(),
      person: z.string().optional(),
    })
    .default({}),
  fault: z.enum(faultNames),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** Number of times the fault occurs; unlimited if absent. */
  times: z.int().positive().optional(),
});
export type FaultRule = z.infer<typeof FaultRule>;

/** Attributes that rules match: a path with its query (no secrets), the host, the Instagram account and the email. */
export interface FaultTarget {
  path: string;
  host?: (typeof graphHosts)[number];
  account?: string | undefined;
  person?: string | undefined;
}

export interface Faults {
  rules: () => (FaultRule & { struck: number })[];
  set: (rules: FaultRule[]) => void;
  clear: () => void;
  /** Returns the parameters of the first matching rule with that name that is accepted; counts as one strike. */
  strike: (
    fault: FaultName,
    target: FaultTarget,
    accepts?: (params: FaultParams) => boolean,
  ) => FaultParams | undefined;
}

export class FaultParams {
  readonly #values: FaultRule['params'];
  /** This strike's number within its rule, from 1. */
  readonly strike: number;

  constructor(values: FaultRule['params'], strike: number) {
    this.#values = values;
    this.strike = strike;
  }

  number(name: string, otherwise: number): number {
    const value = this.#values[name];
    return value === undefined ? otherwise : Number(value);
  }

  text(name: string, otherwise: string): string {
    const value = this.#values[name];
    return value === undefined ? otherwise : String(value);
  }

  list(name: string): string[] {
    return this.text(name, '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }
}

export function createFaults(): Faults {
  let active: { rule: FaultRule; path: RegExp | undefined; struck: number }[] = [];

  return {
    rules: () => active.map(({ rule, struck }) => ({ ...rule, struck })),
    set(rules) {
      active = rules.map((rule) => ({
        rule,
        path: rule.match.path === undefined ? undefined : new RegExp(rule.match.path),
        struck: 0,
      }));
    },
    clear() {
      active = [];
    },
    strike(fault, target, accepts = () => true) {
      if (active.length === 0) return undefined;
      const found = active.find(
        ({ rule, path, struck }) =>
          rule.fault === fault &&
          (rule.times === undefined || struck < rule.times) &&
          (path === undefined || path.test(target.path)) &&
          (rule.match.host === undefined || rule.match.host === target.host) &&
          (rule.match.account === undefined || rule.match.account === target.account) &&
          (rule.match.person === undefined || rule.match.person === target.person) &&
          accepts(new FaultParams(rule.params, struck + 1)),
      );
      if (!found) return undefined;
      found.struck += 1;
      return new FaultParams(found.rule.params, found.struck);
    },
  };
}

/** Returns the same faults for calls to one host. */
export function faultsAt(host: FaultTarget['host'], faults: Faults): Faults {
  return { ...faults, strike: (fault, target, accepts) => faults.strike(fault, { ...target, host }, accepts) };
}
