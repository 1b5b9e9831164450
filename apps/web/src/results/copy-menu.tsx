import { Button, Menu } from '@mantine/core';
import { Icon } from '../ui/icon.js';
import { copyFormats, type CopyFormat } from './copy-formats.js';

interface CopyMenuProps {
  /** The cells that a copy covers, such as `the selected cells`. */
  coverage: string;
  onCopy(format: CopyFormat): void;
}

/** Chooses the format in which cells are copied. */
export function CopyMenu({ coverage, onCopy }: CopyMenuProps) {
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<Icon name="copy" size={14} />}>
          Copy
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Copy {coverage} as</Menu.Label>
        {(Object.keys(copyFormats) as CopyFormat[]).map((format) => (
          <Menu.Item key={format} onClick={() => onCopy(format)}>
            {format}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
