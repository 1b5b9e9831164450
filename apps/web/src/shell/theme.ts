import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Without transitions: a menu that fades out still takes the keys of the page behind it. */
const instant = { transitionProps: { duration: 0 } };
/** The close button shows an icon, so it needs a name. */
const named = { closeButtonProps: { 'aria-label': 'Close' } };
/**
 * No scroll lock: the page never scrolls, and the lock adds a style element that the content security policy
 * rejects.
 */
const dialog = {
  ...instant,
  lockScroll: false,
  ...named,
  // The header element of a dialog is not the banner of the page.
  attributes: { header: { role: 'presentation' } },
};

/** The accent. Shade 9 is the fill and shade 8, darker, its hover; shade 4 is the text of the dark theme. */
const accent: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#b2c1fd',
  '#9db0ff',
  '#6c84ec',
  '#5a72e2',
  '#4c66da',
  '#344cb8',
  '#3f5bd4',
];

/** Mantine's part of the visual system; the tokens are in ui/tokens.css. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: 9,
  defaultRadius: 'sm',
  autoContrast: true,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem', lg: '0.9375rem', xl: '1.125rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem' },
      h2: { fontSize: '0.9375rem' },
      h3: { fontSize: '1.125rem' },
      h4: { fontSize: '0.9375rem' },
      h5: { fontSize: '0.8125rem' },
    },
  },
  components: {
    // The default text colour of a badge has too little contrast on its background.
    Badge: { styles: { label: { color: 'var(--mantine-color-text)' } } },
    Button: { defaultProps: { size: 'compact-sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Modal: { defaultProps: dialog },
    Drawer: { defaultProps: dialog },
    Menu: { defaultProps: instant },
    // The default colour of its text has too little contrast.
    Notification: {
      defaultProps: named,
      styles: { description: { color: 'var(--mantine-color-text)' } },
    },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
  },
});
