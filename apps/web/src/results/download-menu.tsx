import { Button, Menu } from '@mantine/core';
import { mountPath } from '../http/client.js';
import { useApp } from '../http/reads.js';
import { Icon } from '../ui/icon.js';

const formats = [
  { extension: 'csv', label: 'CSV' },
  { extension: 'xlsx', label: 'Excel (xlsx)' },
  { extension: 'json', label: 'JSON' },
  { extension: 'ndjson', label: 'NDJSON (one object per line)' },
];

interface DownloadMenuProps {
  statementId: string;
  isDisabled: boolean;
}

/** Downloads the full result as a file. The browser shows the progress. */
export function DownloadMenu({ statementId, isDisabled }: DownloadMenuProps) {
  const { config } = useApp();
  if (!config.allowCsvDownload) return null;
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
        {formats.map(({ extension, label }) => (
          <Menu.Item
            key={extension}
            component="a"
            href={`${mountPath}/statement-results/${statementId}.${extension}`}
            download
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
