import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { useTakingOver } from '#web/platform/use-taking-over.ts';

type LazyProps<Props> = Props & {
  /** Shown until the code has loaded. */
  fallback?: ReactNode;
};

/** Thrown if a component's code could not be loaded, as after a server update. Only another page load tries again. */
export class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError';
}

/**
 * Creates a component whose code loads when it is first drawn; a failure to load is thrown to the error boundary. Not
 * React's `lazy`: React shows suspended content no earlier than 300 ms after the last fallback anywhere on the page, so
 * parts that had loaded long ago appeared late.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;

  function loadOnce(): Promise<ComponentType<Props>> {
    loading ??= load().finally(() => (loading = null));
    // A render that React discards does not handle its failure.
    loading.then((component) => (known = component)).catch(() => undefined);
    return loading;
  }

  return function Lazy({ fallback = null, ...props }: LazyProps<Props>) {
    const [Loaded, setLoaded] = useState(() => known);
    const isTakingOver = useTakingOver();
    const [failure, setFailure] = useState<CodeLoadError | null>(null);
    // Starts on the first render, not once painted.
    const [first] = useState(() => (known ? null : loadOnce()));

    useEffect(() => {
      if (!first) return;
      let isGone = false;
      first.then(
        (component) => !isGone && startTransition(() => setLoaded(() => component)),
        (error: unknown) => !isGone && setFailure(new CodeLoadError(String(error), { cause: error })),
      );
      return () => {
        isGone = true;
      };
    }, [first]);

    if (failure) throw failure;
    // The remaining props are the component's own.
    return Loaded && !isTakingOver ? <Loaded {...(props as unknown as Props)} /> : fallback;
  };
}

/** Creates a component that the page can do without: if it cannot be loaded, nothing takes its place. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Nothing: ComponentType<Props> = () => null;
  return lazyComponent(() => load().catch(() => Nothing));
}
