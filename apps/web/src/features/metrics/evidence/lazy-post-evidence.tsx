import { lazyComponent } from '#web/ui/lazy-part.tsx';

/** The dialog with where a post's metrics come from. */
export const LazyPostEvidence = lazyComponent(
  async () => (await import('./post-evidence-dialog.tsx')).PostEvidenceDialog,
);
