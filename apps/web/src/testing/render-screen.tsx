import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { currentToasts } from '~/platform/lib/toasts.ts';

/** No delay between keys, and no pointer-events check, because CSS is not loaded. */
const quick = { delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never };

/** Renders part of a screen with the query cache and a router that matches every address. */
export async function renderScreen(part: ReactNode, { path = '/' } = {}) {
  const root = createRootRoute({ component: () => part });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' });
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history: createMemoryHistory({ initialEntries: [path] }) });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await router.load();
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { ...view, user: userEvent.setup(quick), router, client };
}

export const shownToasts = (): ReactNode[] =>
  currentToasts()
    .filter(({ leaving }) => !leaving)
    .map(({ content }) => content);
