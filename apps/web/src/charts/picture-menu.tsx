import { Button, Menu } from '@mantine/core';
import { Icon } from '../app/icon.js';
import type { ChartPictures } from './chart-canvas.js';

interface PictureMenuProps {
  /** Null while nothing is drawn. */
  pictures: ChartPictures | null;
  /** The file's, without its ending. */
  name: string;
}

/** The drawn chart as a file. */
export function PictureMenu({ pictures, name }: PictureMenuProps) {
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          disabled={pictures === null}
          leftSection={<Icon name="download" size={14} />}
        >
          Picture
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => pictures && download(pictures.png(), `${name}.png`)}>
          PNG
        </Menu.Item>
        <Menu.Item onClick={() => pictures && downloadSvg(pictures.svg(), `${name}.svg`)}>
          SVG
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function download(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}

function downloadSvg(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  download(address, fileName);
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
