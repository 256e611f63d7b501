import type { ComponentType, ReactNode } from 'react';

/** Card around pages that need no sign-in. */
export interface FramedPage {
  Frame: ComponentType<{ title: string; text?: ReactNode; children?: ReactNode }>;
}
