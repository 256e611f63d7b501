import type { ReactNode } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { NoAccountSelected } from '#web/features/metrics/index.ts';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { Page } from '#web/ui/page.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { GalleryHead } from './gallery-head.tsx';
import styles from './gallery-page.module.css';
import { GalleryPosts } from './gallery-posts.tsx';
import { GalleryToolbar } from './gallery-toolbar.tsx';
import { SelectedBar } from './selected-bar.tsx';
import { useGallery } from './use-gallery.ts';
import { WhatWorks } from './what-works.tsx';

/** Shows which posts worked, as pictures; `children` follow the posts. */
export function GalleryPage({ children }: { children: ReactNode }) {
  const gallery = useGallery();
  const { view, show, summary, isPending } = gallery;
  const hasAccounts = useShownAccounts().length > 0;
  return (
    <Page>
      <GalleryHead gallery={gallery} />
      {hasAccounts ? (
        <>
          <div className={styles.body} data-layout={view.layout}>
            <div className={styles.posts}>
              <GalleryToolbar gallery={gallery} />
              <CardBoundary title="Posts">
                <GalleryPosts gallery={gallery} />
              </CardBoundary>
              <SelectedBar gallery={gallery} />
            </div>
            <CardBoundary title="What works">
              <WhatWorks view={view} show={show} summary={summary} isPending={isPending} />
            </CardBoundary>
          </div>
          {children}
          <CompareDialog view={view} show={show} />
        </>
      ) : (
        <NoAccountSelected />
      )}
    </Page>
  );
}
