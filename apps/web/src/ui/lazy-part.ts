import { type ComponentType, lazy } from 'react';

/** Something the first screen can do without. If it cannot be loaded, nothing takes its place. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const Nothing: ComponentType<Props> = () => null;
  return lazy(async () => ({ default: await load().catch(() => Nothing) }));
}
