import type { MantineColorScheme } from '@mantine/core';

/** The choices of the theme menu and the profile page. */
export const colorSchemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];
