import { createTheme } from '@mantine/core';

/** Without transitions: a menu that fades out still takes the keys of the page behind it. */
const instant = { transitionProps: { duration: 0 } };
/**
 * No scroll lock: the page never scrolls, and the lock adds a style element that the content security policy
 * rejects. The close button shows an icon, so it needs a name.
 */
const dialog = { ...instant, lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } };

/** The dense look of the application. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  defaultRadius: 'sm',
  autoContrast: true,
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  components: {
    // The default text colour of a badge has too little contrast on its background.
    Badge: { styles: { label: { color: 'var(--mantine-color-text)' } } },
    Button: { defaultProps: { size: 'compact-sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Modal: { defaultProps: dialog },
    Drawer: { defaultProps: dialog },
    Menu: { defaultProps: instant },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
  },
});
