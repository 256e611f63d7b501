import type { ComponentType } from 'react';
import { lazyComponent } from './lazy-part.tsx';
import { Skeleton } from './skeleton.tsx';

/** Loads a guide's content when its dialog opens. */
export function lazyGuide<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Guide = lazyComponent(load);
  return (props: Props) => <Guide {...props} fallback={<Skeleton height={320} radius={16} />} />;
}
