import { createTheme } from '@mantine/core';

/** What opens and closes does so at once: while it faded out, it still took the keys of the page behind it. */
const instant = { transitionProps: { duration: 0 } };

/** The look of the workbench: dense, as for people who live in it. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  defaultRadius: 'sm',
  autoContrast: true,
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  components: {
    // The text of a badge is read on a tint of its colour: its own shade of it is too pale.
    Badge: { styles: { label: { color: 'var(--mantine-color-text)' } } },
    Button: { defaultProps: { size: 'compact-sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // The page itself never scrolls, and the lock would bring a style element that the policy refuses.
    Modal: { defaultProps: { ...instant, lockScroll: false } },
    Drawer: { defaultProps: { ...instant, lockScroll: false } },
    Menu: { defaultProps: instant },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
  },
});
