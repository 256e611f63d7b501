import { lazyComponent } from '#web/ui/lazy-part.tsx';

/** The dialog that the page's URL names. */
export const LinkedEvidence = lazyComponent(async () => (await import('./linked-evidence.tsx')).LinkedEvidence);
