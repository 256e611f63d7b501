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
  'usage',
] as const;
const contentFaults = [
  'delayed-data',
  'revised-days',
  'missing-metric',
  'null-values',
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
] as const;
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

export const faultNames = [
  ...itemFaults,
  ...transportFaults,
  ...contentFaults,
  ...identityFaults,
  ...githubFaults,
] as const;
export type FaultName = (typeof faultNames)[number];

export const FaultRule = z.strictObject({
  match: z
    .strictObject({ path: z.string().optional(), account: z.string().optional(), person: z.string().optional() })
    .default({}),
  fault: z.enum(faultNames),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** How often it strikes; without it, until it is taken away. */
  times: z.int().positive().optional(),
});
export type FaultRule = z.infer<typeof FaultRule>;

/** What a rule is held against: a path with its query (no secrets), the Instagram account and the e-mail it concerns. */
export interface FaultTarget {
  path: string;
  account?: string | undefined;
  person?: string | undefined;
}

export interface Faults {
  rules: () => (FaultRule & { struck: number })[];
  set: (rules: FaultRule[]) => void;
  clear: () => void;
  /** The parameters of the first rule of that name that fits; counts as one strike. */
  strike: (fault: FaultName, target: FaultTarget) => FaultParams | undefined;
}

export class FaultParams {
  readonly #values: FaultRule['params'];
  /** Which strike of its rule this is, from 1. */
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
    strike(fault, target) {
      if (active.length === 0) return undefined;
      const found = active.find(
        ({ rule, path, struck }) =>
          rule.fault === fault &&
          (rule.times === undefined || struck < rule.times) &&
          (path === undefined || path.test(target.path)) &&
          (rule.match.account === undefined || rule.match.account === target.account) &&
          (rule.match.person === undefined || rule.match.person === target.person),
      );
      if (!found) return undefined;
      found.struck += 1;
      return new FaultParams(found.rule.params, found.struck);
    },
  };
}
