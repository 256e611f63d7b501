import { lazyPart } from '#web/ui/lazy-part.tsx';

/** Parts that only members of another's workspace load. */
export const WorkspaceItems = lazyPart(
  async () => (await import('#web/features/workspaces/workspace-items.tsx')).WorkspaceItems,
);
export const WorkspaceSelect = lazyPart(
  async () => (await import('#web/features/workspaces/workspace-select.tsx')).WorkspaceSelect,
);
export const ClientBrand = lazyPart(async () => (await import('./client-brand.tsx')).ClientBrand);
