import { Button, Menu } from '@mantine/core';
import { Icon } from '../ui/icon.js';
import type { ChartImages } from './chart-canvas.js';

interface ExportMenuProps {
  /** Null while no chart is rendered. */
  images: ChartImages | null;
  /** The file name without extension. */
  name: string;
}

/** Exports the chart as an image file. */
export function ExportMenu({ images, name }: ExportMenuProps) {
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          disabled={images === null}
          leftSection={<Icon name="download" size={14} />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => images && download(images.png(), `${name}.png`)}>PNG</Menu.Item>
        <Menu.Item onClick={() => images && downloadSvg(images.svg(), `${name}.svg`)}>
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
  // The browser needs time to start reading the URL.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
