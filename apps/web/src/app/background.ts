import { lazyPart } from '#web/ui/lazy-part.tsx';

export const Background = lazyPart(async () => (await import('#web/ui/aurora.tsx')).Aurora);
