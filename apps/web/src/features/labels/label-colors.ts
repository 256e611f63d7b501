import { type LabelColor, labelColors, type PostLabel } from '@tidemark/contract';

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

/** Returns the first unused color, or else cycles through them. */
export function nextColor(labels: readonly PostLabel[]): LabelColor {
  const unused = labelColors.find((color) => labels.every((label) => label.color !== color));
  return unused ?? labelColors[labels.length % labelColors.length] ?? labelColors[0];
}
