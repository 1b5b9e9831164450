import './schema.css';
import { ActionIcon, Alert, Loader, TextInput, Tooltip } from '@mantine/core';
import type { ConnectionSchema } from '@sluice/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorText } from '../http/client.js';
import { reads } from '../http/reads.js';
import { Icon } from '../ui/icon.js';
import { quoteName } from './quote-name.js';
import { SchemaTree, TreeNote } from './schema-tree.js';

interface SchemaPanelProps {
  connectionId: string | null;
  dialect: string | undefined;
  onInsert(text: string): void;
  /** Opens a query of the first rows of a table. */
  onSelectFrom(sql: string): void;
}

/** The schemas, tables and columns of a connection, with a search. */
export function SchemaPanel({ connectionId, dialect, onInsert, onSelectFrom }: SchemaPanelProps) {
  const schema = useQuery({ ...reads.schema(connectionId ?? ''), enabled: connectionId !== null });
  const [search, setSearch] = useState('');
  const { isReloading, reload } = useReload(connectionId);
  const quotedPath = (names: string[]): string =>
    names.map((name) => quoteName(name, dialect)).join('.');
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
      {schema.data !== undefined && (
        <SchemaTree
          schema={schema.data}
          search={search}
          onInsert={(names) => onInsert(quotedPath(names))}
          onSelectFrom={(names) => onSelectFrom(`select *\nfrom ${quotedPath(names)}\nlimit 100`)}
        />
      )}
    </section>
  );
}

/** Reads the schema again, past the cache of the service. */
function useReload(connectionId: string | null) {
  const client = useQueryClient();
  const [isReloading, setReloading] = useState(false);
  const reload = async (): Promise<void> => {
    if (connectionId === null) return;
    setReloading(true);
    const path = `/api/connections/${encodeURIComponent(connectionId)}/schema?reload=true`;
    const queryFn = () => call<ConnectionSchema>('GET', path);
    await client
      .query({ ...reads.schema(connectionId), queryFn, staleTime: 0 })
      .catch(() => undefined);
    setReloading(false);
  };
  return { isReloading, reload };
}
