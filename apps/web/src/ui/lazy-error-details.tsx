import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

const ErrorDetails = lazyPart(async () => (await import('./error-details.tsx')).ErrorDetails);

export function LazyErrorDetails({ error }: { error: unknown }) {
  return (
    <Suspense>
      <ErrorDetails error={error} />
    </Suspense>
  );
}
