import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { styleNonce } from '../http/client.js';
import { queryClient } from '../http/reads.js';
import { ConfirmationHost } from '../ui/confirm.js';
import { router } from './router.js';
import { theme } from './theme.js';

// react-remove-scroll, which dialogs use, creates a style element and reads its nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

/** The application. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmationHost />
      </QueryClientProvider>
    </MantineProvider>
  );
}
