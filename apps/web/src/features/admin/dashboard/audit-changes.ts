import { capitalize } from '#web/platform/format.ts';

export interface FieldChange {
  field: string;
  /** Undefined if the entry does not record it. */
  before?: string;
  after: string;
}

/** Lists an audit entry's changes, field by field, without unchanged fields. */
export function toFieldChanges(change: unknown): FieldChange[] {
  if (!isRecord(change)) return [];
  const { before, ...after } = change;
  const entries = flatten(after);
  const old = toOld(before, entries);
  return entries.flatMap(([path, value]) => {
    const previous = old.get(path);
    if (previous === undefined) return value === null ? [] : [{ field: toLabel(path), after: toText(value) }];
    if (toText(previous) === toText(value)) return [];
    return [{ field: toLabel(path), before: toText(previous), after: toText(value) }];
  });
}

/** Returns one line: the change, or how many there are. */
export function summarizeChanges(changes: readonly FieldChange[]): string {
  const [only] = changes;
  if (!only) return '';
  return changes.length === 1 ? describeChange(only) : `${changes.length} fields`;
}

export function describeChange({ field, before, after }: FieldChange): string {
  return before === undefined ? `${field}: ${after}` : `${field}: ${before} → ${after}`;
}

type Entry = [path: string, value: unknown];

/** Returns the previous state: an object, or the only changed field's value. */
function toOld(before: unknown, entries: readonly Entry[]): Map<string, unknown> {
  if (before === undefined) return new Map();
  if (isRecord(before)) return new Map(flatten(before));
  const [first] = entries;
  return first ? new Map([[first[0], before]]) : new Map();
}

function flatten(value: Record<string, unknown>, prefix = ''): Entry[] {
  return Object.entries(value).flatMap(([key, inner]): Entry[] =>
    isRecord(inner) ? flatten(inner, `${prefix}${key}.`) : [[prefix + key, inner]],
  );
}

const labels: Record<string, string> = {
  'accountLimits.unlimited': 'Unlimited accounts',
  'accountLimits.total': 'Account limit',
  peerLimit: 'Peer limit',
  'roadmapAccess.view': 'Roadmap',
  'roadmapAccess.add': 'Feature requests',
  priceId: 'Stripe price',
  currentPeriodEnd: 'Period end',
  cancelAt: 'Cancels at',
};

/** 'newEntries' becomes 'New entries'. */
function toLabel(path: string): string {
  const words = path.replaceAll('.', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[path] ?? capitalize(words);
}

function toText(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
