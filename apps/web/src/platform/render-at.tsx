import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { Toaster } from '#web/ui/toaster.tsx';
import { ConfigContext } from './config.ts';
import { createQueryClient } from './query-client.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { stubbedConfig } from './stubbed-config.ts';

interface Surroundings {
  /** The app's providers and parts around every page. */
  frame?: ComponentType<{ children: ReactNode }>;
  /** Loaded data by the first part of its query key. */
  loaded?: Record<string, unknown>;
}

const staticData = { needs: 'nothing' } as const;

/** Test fixture: renders an address with these pages by path, as the app does. A failed query is not retried. */
export async function renderAt(
  address: string,
  pages: Record<string, () => ReactNode>,
  { frame: Frame = ({ children }) => children, loaded = {} }: Surroundings = {},
) {
  const root = createRootRoute({
    staticData,
    component: () => (
      <Frame>
        <Outlet />
      </Frame>
    ),
  });
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, staticData, component }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  for (const [key, data] of Object.entries(loaded)) queries.setQueryData([key], data);
  const view = render(
    <ConfigContext value={stubbedConfig}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never /* not the app's */} />
        <Toaster />
      </QueryClientProvider>
    </ConfigContext>,
  );
  return { ...view, router, queries };
}
