import { lazyPart } from './lazy-part.tsx';

const ErrorDetails = lazyPart(async () => (await import('./error-details.tsx')).ErrorDetails);

export function LazyErrorDetails({ error }: { error: unknown }) {
  return <ErrorDetails error={error} />;
}
