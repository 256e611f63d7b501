import { lazyPart } from '#web/ui/lazy-part.tsx';

/** For members of another's workspace. */
export const WorkspaceItems = lazyPart(
  async () => (await import('#web/features/workspaces/workspace-items.tsx')).WorkspaceItems,
);
export const WorkspaceSelect = lazyPart(
  async () => (await import('#web/features/workspaces/workspace-select.tsx')).WorkspaceSelect,
);
export const ClientBrand = lazyPart(async () => (await import('./client-brand.tsx')).ClientBrand);
