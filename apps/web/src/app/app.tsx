import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/queries.js';
import { styleNonce } from '../api/client.js';
import { router } from './router.js';
import { theme } from './theme.js';

// What keeps the page behind a dialog still makes a style element, and looks here for its nonce.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

/** The whole page. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
