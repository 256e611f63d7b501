import type { PostLabel } from '@tidemark/contract';
import type { CSSProperties } from 'react';
import { Chip } from '#web/ui/chip.tsx';
import styles from './label-chip.module.css';
import { labelColorValues } from './label-colors.ts';

export function LabelChip({ label: { name, color } }: { label: Pick<PostLabel, 'name' | 'color'> }) {
  return (
    <Chip icon={<LabelDot color={color} />} className={styles.chip}>
      <bdi className={styles.name}>{name}</bdi>
    </Chip>
  );
}

export function LabelDot({ color }: Pick<PostLabel, 'color'>) {
  return (
    <span
      className={styles.dot}
      style={{ '--label-color': labelColorValues[color] } as CSSProperties}
      aria-hidden="true"
    />
  );
}
