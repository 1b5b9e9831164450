import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

/** Light, dark, or as the system has it. */
export const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
];

/** The choice of light and dark, as items of a menu. */
export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return schemes.map(({ value, label }) => (
    <Menu.Item
      key={value}
      role="menuitemradio"
      aria-checked={colorScheme === value}
      fw={colorScheme === value ? 700 : 400}
      onClick={() => setColorScheme(value)}
    >
      {label}
    </Menu.Item>
  ));
}
