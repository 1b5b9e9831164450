import { createTheme } from '@mantine/core';

/** What opens and closes does so at once: while it faded out, it still took the keys of the page behind it. */
const instant = { transitionProps: { duration: 0 } };
/**
 * Nor does a dialog lock what scrolls: the page itself never does, and the lock would bring a style element that the
 * policy refuses. The button that closes it shows a sign, and needs a name.
 */
const dialog = { ...instant, lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } };

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
    Modal: { defaultProps: dialog },
    Drawer: { defaultProps: dialog },
    Menu: { defaultProps: instant },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
  },
});
