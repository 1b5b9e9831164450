import { Button, Menu } from '@mantine/core';
import { downloadText, downloadUrl } from '../ui/download-text.js';
import { Icon } from '../ui/icon.js';
import type { ChartImages } from './chart-canvas.js';
import { chartCsv } from './chart-csv.js';
import type { ChartFrame } from './chart-frame.js';

interface ExportMenuProps {
  /** Null while no chart is rendered. */
  images: ChartImages | null;
  /** The data of the chart; undefined while it is read. */
  frame: ChartFrame | undefined;
  /** The file name without extension. */
  name: string;
}

/** Exports the chart as an image, or its data as CSV. */
export function ExportMenu({ images, frame, name }: ExportMenuProps) {
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          disabled={frame === undefined}
          leftSection={<Icon name="download" size={14} />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={images === null}
          onClick={() => images && downloadUrl(images.png(), `${name}.png`)}
        >
          PNG
        </Menu.Item>
        <Menu.Item
          disabled={images === null}
          onClick={() => images && downloadText(images.svg(), 'image/svg+xml', `${name}.svg`)}
        >
          SVG
        </Menu.Item>
        <Menu.Item
          onClick={() => frame && downloadText(chartCsv(frame), 'text/csv', `${name}.csv`)}
        >
          CSV (data of the chart)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
