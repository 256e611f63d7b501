import type { ComponentType, ReactNode } from 'react';

/** The card of pages for people who need no sign-in. */
export interface FramedPage {
  Frame: ComponentType<{ title: string; text?: ReactNode; children?: ReactNode }>;
}
