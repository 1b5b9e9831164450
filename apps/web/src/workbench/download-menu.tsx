import { Button, Menu } from '@mantine/core';
import { mountPath } from '../api/client.js';
import { useApp } from '../api/queries.js';
import { Icon } from '../app/icon.js';

const formats = [
  { extension: 'csv', label: 'CSV' },
  { extension: 'xlsx', label: 'Excel (xlsx)' },
  { extension: 'json', label: 'JSON' },
  { extension: 'ndjson', label: 'NDJSON, one object a line' },
];

interface DownloadMenuProps {
  statementId: string;
  isDisabled: boolean;
}

/** The whole result as a file; the browser shows how far it is. */
export function DownloadMenu({ statementId, isDisabled }: DownloadMenuProps) {
  const { config } = useApp();
  if (!config.allowCsvDownload) return null;
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
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
