import './schema.css';
import { ActionIcon, Alert, Loader, TextInput, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText } from '../http/client.js';
import { reads } from '../http/reads.js';
import { Icon } from '../ui/icon.js';
import { refreshSchema } from './refresh-schema.js';
import type { SchemaPlace } from './schema-place.js';
import { SchemaTree, TreeNote } from './schema-tree.js';
import type { ColumnRow } from './tree-rows.js';

interface SchemaPanelProps {
  connectionId: string | null;
  dialect: string | undefined;
  shown: SchemaPlace | null;
  onInsert(text: string): void;
  /** Opens a query of the first rows of a table. */
  onSelectFrom(sql: string): void;
  onProfile(column: ColumnRow): void;
}

/** The schemas, tables and columns of a connection, with a search. */
export function SchemaPanel(props: SchemaPanelProps) {
  const { connectionId, dialect, shown, onInsert, onSelectFrom, onProfile } = props;
  const schema = useQuery({ ...reads.schema(connectionId ?? ''), enabled: connectionId !== null });
  const [search, setSearch] = useState('');
  // A search would hide the shown row.
  useEffect(() => setSearch(''), [shown]);
  const { isReloading, reload } = useReload(connectionId);
  return (
    <section className="column fill" aria-label="Schema">
      <div className="bar">
        <TextInput
          className="grow"
          size="xs"
          aria-label="Search tables and columns"
          placeholder="Search tables and columns"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Tooltip label="Refresh schema">
          <ActionIcon
            aria-label="Refresh schema"
            loading={isReloading}
            onClick={() => void reload()}
          >
            <Icon name="refresh" />
          </ActionIcon>
        </Tooltip>
      </div>
      {connectionId === null && <TreeNote text="Choose a connection to see its tables." />}
      {schema.isLoading && <Loader size="sm" m="md" role="status" aria-label="Loading schema" />}
      {schema.error !== null && (
        <Alert m="xs" color="red" title={errorText(schema.error)}>
          Use “Refresh schema” to try again.
        </Alert>
      )}
      {connectionId !== null && schema.data !== undefined && (
        <SchemaTree
          key={connectionId}
          connectionId={connectionId}
          dialect={dialect}
          schema={schema.data}
          search={search}
          shown={shown}
          onInsert={onInsert}
          onSelectFrom={onSelectFrom}
          onProfile={onProfile}
        />
      )}
    </section>
  );
}

/** Reads the schema again, past the cache of the service. */
function useReload(connectionId: string | null) {
  const [isReloading, setReloading] = useState(false);
  const reload = async (): Promise<void> => {
    if (connectionId === null) return;
    setReloading(true);
    await refreshSchema(connectionId).catch(() => undefined);
    setReloading(false);
  };
  return { isReloading, reload };
}
