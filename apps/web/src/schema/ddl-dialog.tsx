import { Code, Loader, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../http/client.js';
import { CopyTextButton } from '../ui/copy-text-button.js';
import { FormFooter } from '../ui/form-footer.js';
import type { TableRow } from './tree-rows.js';
import { tableDetailRead } from './table-detail-read.js';

interface DdlDialogProps {
  connectionId: string;
  row: TableRow;
  onClose(): void;
}

const sources = {
  engine: 'As the database returns it.',
  catalog:
    'Built by Sluice from the catalog, because the database returns no statements. Privileges, triggers and storage options are missing.',
};

/** Shows the statements that create a table or view. */
export default function DdlDialog({ connectionId, row, onClose }: DdlDialogProps) {
  const { data, error } = useQuery(tableDetailRead(connectionId, row.schema, row.name));
  return (
    <Modal opened size="60rem" onClose={onClose} title={`DDL of ${row.name}`}>
      <Stack gap="sm">
        {error !== null && <Text size="sm">{errorText(error)}</Text>}
        {error === null && data === undefined && (
          <Loader size="sm" role="status" aria-label="Loading DDL" />
        )}
        {data?.ddl === null && (
          <Text size="sm">
            The definition is not available: the user of this connection may not read it, or the
            server version cannot return it.
          </Text>
        )}
        {typeof data?.ddl === 'string' && (
          <>
            <Text size="sm" c="dimmed">
              {sources[data.ddlSource]}
            </Text>
            <Code block className="ddl" tabIndex={0} aria-label="DDL">
              {data.ddl}
            </Code>
            <FormFooter>
              <CopyTextButton text={data.ddl} />
            </FormFooter>
          </>
        )}
      </Stack>
    </Modal>
  );
}
