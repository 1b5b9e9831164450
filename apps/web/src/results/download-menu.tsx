import { Button, Menu } from '@mantine/core';
import { mountPath } from '../http/client.js';
import { useApp } from '../http/reads.js';
import { Icon } from '../ui/icon.js';
import type { ArrangedRows } from './arranged-rows.js';
import { downloadFormats } from './download-formats.js';
import { requestOf, type Arrangement } from './use-view-rows.js';

interface DownloadMenuProps {
  statementId: string;
  rows: Arrangement & Pick<ArrangedRows, 'isArranged'>;
  isDisabled: boolean;
}

/** Downloads the full result, or its filtered and sorted rows, as a file. The browser shows the progress. */
export function DownloadMenu({ statementId, rows, isDisabled }: DownloadMenuProps) {
  const { config } = useApp();
  if (!config.allowCsvDownload) return null;
  const view = JSON.stringify(requestOf(rows));
  const address = `${mountPath}/statement-results/${statementId}`;
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          disabled={isDisabled}
          leftSection={<Icon name="download" size={14} />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {downloadFormats.map(({ extension, label }) => (
          <Menu.Item key={extension} component="a" href={`${address}.${extension}`} download>
            {label}
          </Menu.Item>
        ))}
        {rows.isArranged && (
          <>
            <Menu.Label>Filtered and sorted rows</Menu.Label>
            {downloadFormats
              .filter(({ isText }) => isText)
              .map(({ extension }) => (
                <Menu.Item
                  key={extension}
                  component="a"
                  href={`${address}.${extension}?view=${encodeURIComponent(view)}`}
                  download
                >
                  {extension.toUpperCase()} as shown
                </Menu.Item>
              ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
