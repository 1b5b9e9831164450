import { Menu, useMantineColorScheme } from '@mantine/core';
import { colorSchemes } from '../ui/color-schemes.js';

/** Menu items that choose the theme. */
export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return colorSchemes.map(({ value, label }) => (
    <Menu.Item
      key={value}
      role="menuitemradio"
      aria-checked={colorScheme === value}
      fw={colorScheme === value ? 600 : 400}
      onClick={() => setColorScheme(value)}
    >
      {label}
    </Menu.Item>
  ));
}
