import type { LabelColor } from '@tidemark/contract';

export const labelColorValues: Record<LabelColor, string> = {
  indigo: 'var(--s1)',
  red: 'var(--s2)',
  green: 'var(--s3)',
  gold: 'var(--s4)',
  blue: 'var(--s5)',
  pink: 'var(--s6)',
  olive: 'var(--s7)',
  violet: 'var(--s9)',
};
