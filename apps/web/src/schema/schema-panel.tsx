import './schema.css';
import { ActionIcon, Alert, Loader, Text, TextInput, Tooltip } from '@mantine/core';
import type { ConnectionSchema } from '@sluice/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { call, textOf } from '../api/client.js';
import { reads } from '../api/queries.js';
import { Icon } from '../app/icon.js';
import { usualSchemaOf } from '../workbench/completion/catalog.js';
import { quoted } from '../workbench/quoted.js';
import { namesOf, rowsOf, searchable, type TreeRow } from './tree.js';

interface SchemaPanelProps {
  connectionId: string | null;
  dialect: string | undefined;
  onInsert(text: string): void;
  /** Opens a query of a table's first rows. */
  onSelectFrom(sql: string): void;
}

const rowPixels = 24;

/** Everything that the connection's user may see, as a tree that is searched. */
export function SchemaPanel({ connectionId, dialect, onInsert, onSelectFrom }: SchemaPanelProps) {
  const query = useQuery({ ...reads.schema(connectionId ?? ''), enabled: connectionId !== null });
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const [isReloading, setReloading] = useState(false);
  const reload = async (): Promise<void> => {
    if (connectionId === null) return;
    setReloading(true);
    const path = `/api/connections/${encodeURIComponent(connectionId)}/schema?reload=true`;
    await client
      .query({
        ...reads.schema(connectionId),
        queryFn: () => call<ConnectionSchema>('GET', path),
        staleTime: 0,
      })
      .catch(() => undefined);
    setReloading(false);
  };
  const written = (names: string[]): string => names.map((name) => quoted(name, dialect)).join('.');
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
        <Tooltip label="Read the schema anew">
          <ActionIcon
            aria-label="Read the schema anew"
            loading={isReloading}
            onClick={() => void reload()}
          >
            <Icon name="refresh" />
          </ActionIcon>
        </Tooltip>
      </div>
      {connectionId === null && <Note text="Choose a connection to see its tables." />}
      {query.isLoading && <Loader size="sm" m="md" role="status" aria-label="Reading the schema" />}
      {query.error !== null && (
        <Alert m="xs" color="red" title={textOf(query.error)}>
          Press the arrows above to try again.
        </Alert>
      )}
      {query.data !== undefined && (
        <Tree
          schema={query.data}
          search={search}
          onInsert={(names) => onInsert(written(names))}
          onSelectFrom={(names) => onSelectFrom(`select *\nfrom ${written(names)}\nlimit 100`)}
        />
      )}
    </section>
  );
}

const Note = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" p="sm">
    {text}
  </Text>
);

interface TreeProps {
  schema: ConnectionSchema;
  search: string;
  /** The names of a column or table, its schema before it where it is needed. */
  onInsert(names: string[]): void;
  /** The names of a table, always with its schema. */
  onSelectFrom(names: string[]): void;
}

function Tree({ schema, search, onInsert, onSelectFrom }: TreeProps) {
  const host = useRef<HTMLDivElement>(null);
  const prepared = useMemo(() => searchable(schema), [schema]);
  const usual = usualSchemaOf(prepared.namespaces.flatMap(({ name }) => name ?? []));
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState(0);
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => {
    const isSingle = prepared.namespaces.length === 1;
    // One schema, or the usual one, is open to begin with.
    const isOpen = (key: string): boolean =>
      toggled.has(key) !== (key === 'public' || (isSingle && !key.includes('\n')));
    return rowsOf(prepared, isOpen, wanted);
  }, [prepared, toggled, wanted]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => host.current,
    estimateSize: () => rowPixels,
    overscan: 12,
  });
  const toggle = (key: string): void => {
    const next = new Set(toggled);
    if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const act = (row: TreeRow): void => {
    if (row.kind === 'column') onInsert(namesOf(row, usual));
    else toggle(row.key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[focused];
    if (row === undefined) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(rows.length - 1, focused + step));
      setFocused(next);
      virtual.scrollToIndex(next);
    } else if (event.key === 'Enter') {
      if (event.shiftKey && row.kind === 'table') onSelectFrom(namesOf(row, null));
      else act(row);
    } else if (event.key === 'ArrowRight' && row.kind !== 'column' && !row.isOpen) toggle(row.key);
    else if (event.key === 'ArrowLeft' && row.kind !== 'column' && row.isOpen) toggle(row.key);
    else return;
    event.preventDefault();
  };
  if (rows.length === 0)
    return <Note text={wanted === '' ? 'There are no tables.' : 'Nothing found.'} />;
  return (
    <div
      ref={host}
      className="tree grow"
      role="tree"
      tabIndex={0}
      aria-label="Tables and columns"
      aria-activedescendant={`tree-${focused}`}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={row.key}
              id={`tree-${index}`}
              className="tree-row"
              role="treeitem"
              aria-level={levels[row.kind]}
              aria-expanded={row.kind === 'column' ? undefined : row.isOpen}
              aria-selected={index === focused}
              data-kind={row.kind}
              style={{ top: start }}
              title={row.kind === 'table' ? row.table.description : row.description}
              onClick={() => {
                setFocused(index);
                if (row.kind !== 'column') toggle(row.key);
              }}
              onDoubleClick={() => onInsert(namesOf(row, usual))}
            >
              <TreeLine row={row} />
              {row.kind === 'table' && (
                <button
                  type="button"
                  className="tree-action"
                  tabIndex={-1}
                  aria-label={`First rows of ${row.name}`}
                  title="First 100 rows"
                  onClick={(event) => {
                    event.stopPropagation();
                    onSelectFrom(namesOf(row, null));
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/**
 * A sign that the style sheet draws. Of each `svg` element, and there would be three in a row, the browser makes a part of
 * its own, which it puts in its place again in every frame of the page.
 */
const Sign = ({ name }: { name: 'down' | 'right' | 'table' | 'view' }) => (
  <i className="tree-sign" data-sign={name} />
);

const levels = { schema: 1, table: 2, column: 3 } as const;

function TreeLine({ row }: { row: TreeRow }) {
  switch (row.kind) {
    case 'schema':
      return (
        <>
          <Sign name={row.isOpen ? 'down' : 'right'} />
          <span className="ellipsis">{row.name}</span>
          <small>{row.count}</small>
        </>
      );
    case 'table':
      return (
        <>
          <Sign name={row.isOpen ? 'down' : 'right'} />
          <Sign name={row.table.type.includes('view') ? 'view' : 'table'} />
          <span className="ellipsis">{row.name}</span>
        </>
      );
    case 'column':
      return (
        <>
          <span className="ellipsis">{row.name}</span>
          <small className="ellipsis">{row.dataType}</small>
        </>
      );
  }
}
