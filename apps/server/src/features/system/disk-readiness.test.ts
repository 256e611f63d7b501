import { expect, it } from 'vitest';
import { toDiskState } from './disk-readiness.ts';

it.each([
  [199, 'degraded'],
  [200, 'ok'],
])('rates a disk with %d free MiB as %s', (free, state) => expect(toDiskState(free).state).toBe(state));
