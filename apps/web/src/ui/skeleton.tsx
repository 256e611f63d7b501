import type { CSSProperties, Ref } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  radius?: CSSProperties['borderRadius'];
  className?: string;
  ref?: Ref<HTMLElement>;
}

export function Skeleton({ width = '100%', height = '1em', radius, className, ref }: SkeletonProps) {
  return (
    <span
      ref={ref}
      aria-hidden="true"
      data-skeleton
      className={[styles.skeleton, className].filter(Boolean).join(' ')}
      style={{ width, height, borderRadius: radius }}
    />
  );
}
