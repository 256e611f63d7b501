import type { ReactNode } from 'react';

/** Draws what the app draws while the component's code loads. */
export const lazyComponent = () =>
  function Lazy({ fallback = null }: { fallback?: ReactNode }) {
    return fallback;
  };

export const lazyPart = () => lazyComponent();

/** Never thrown here. */
export class CodeLoadError extends Error {}
