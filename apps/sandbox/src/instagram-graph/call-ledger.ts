export interface LedgerItem {
  method: string;
  path: string;
  account: string | undefined;
  /** Meta's charge: each item in a batch and each id is one call. */
  calls: number;
  metrics: string[];
  status: number | null;
  code?: number | undefined;
}

interface LedgerEntry extends LedgerItem {
  at: string;
  /** The batch's items. */
  items?: LedgerItem[];
  fault?: string | undefined;
}

interface LedgerTotals {
  requests: number;
  calls: number;
  errors: number;
  byAccount: Record<string, number>;
}

const longest = 20_000;

export interface CallLedger {
  write: (entry: LedgerEntry) => void;
  read: (filter: { since?: string | undefined; account?: string | undefined }) => {
    entries: LedgerEntry[];
    totals: LedgerTotals;
  };
  size: () => number;
  clear: () => void;
}

export function createCallLedger(): CallLedger {
  let entries: LedgerEntry[] = [];

  return {
    write(entry) {
      entries.push(entry);
      if (entries.length > longest * 1.1) entries = entries.slice(-longest);
    },
    read({ since, account }) {
      const found = entries.filter((entry) => {
        if (since !== undefined && entry.at < since) return false;
        return account === undefined || splitPath(entry).some((part) => part.account === account);
      });
      return { entries: found, totals: toTotals(found, account) };
    },
    size: () => entries.length,
    clear() {
      entries = [];
    },
  };
}

function splitPath(entry: LedgerEntry): LedgerItem[] {
  return entry.items ?? [entry];
}

function toTotals(entries: LedgerEntry[], account: string | undefined): LedgerTotals {
  const totals: LedgerTotals = { requests: entries.length, calls: 0, errors: 0, byAccount: {} };
  for (const part of entries.flatMap(splitPath)) {
    if (account !== undefined && part.account !== account) continue;
    totals.calls += part.calls;
    if (part.status === null || part.status >= 400) totals.errors += 1;
    if (part.account !== undefined) totals.byAccount[part.account] = (totals.byAccount[part.account] ?? 0) + part.calls;
  }
  return totals;
}
