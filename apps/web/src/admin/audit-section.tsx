import { Autocomplete, Badge, Button, Code, Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AuditEvent } from '@sluice/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf, timeOf } from '../workbench/format.js';
import { DataTable, type TableColumn } from '../app/data-table.js';
import { adminReads, auditPageSize } from './reads.js';
import { Section } from './section.js';

const actions = [
  'sign_in',
  'sign_out',
  'sign_up',
  'password_reset',
  'user.created',
  'user.updated',
  'user.deleted',
  'connection.created',
  'connection.updated',
  'connection.deleted',
  'connection_access.created',
  'connection_access.expired',
  'service_token.created',
  'service_token.deleted',
  'batch.created',
  'batch.cancelled',
  'result.downloaded',
  'admin_route',
];

const typingMs = 300;

/** What happened to accounts, rights and secrets. */
export function AuditSection() {
  const [action, setAction] = useState('');
  const [actorId, setActorId] = useState<string | null>(null);
  const [offset, setOffset] = useState(0);
  const [typed] = useDebouncedValue(action.trim(), typingMs);
  const record = useQuery({
    ...adminReads.audit({ action: typed, actorId, offset }),
    // The page stays while the next one is read.
    placeholderData: keepPreviousData,
  });
  const users = useQuery(adminReads.users);
  return (
    <Section
      title="Audit record"
      about="What happened to accounts, rights and secrets, newest first. Nobody can change it."
      read={record}
      actions={
        <>
          <Autocomplete
            size="xs"
            aria-label="Action"
            placeholder="Any action"
            clearable
            data={actions}
            value={action}
            onChange={(value) => {
              setAction(value);
              setOffset(0);
            }}
          />
          <Select
            size="xs"
            aria-label="Who did it"
            placeholder="Anybody"
            clearable
            searchable
            limit={200}
            data={(users.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
            value={actorId}
            onChange={(value) => {
              setActorId(value);
              setOffset(0);
            }}
          />
        </>
      }
    >
      {({ events, hasMore }) => (
        <>
          <DataTable
            label="Audit record"
            rows={events}
            keyOf={({ id }) => id}
            empty="There is no such event."
            columns={columns}
          />
          <Group>
            <Button
              variant="default"
              disabled={offset === 0}
              onClick={() => setOffset(Math.max(0, offset - auditPageSize))}
            >
              Newer
            </Button>
            <Button
              variant="default"
              disabled={!hasMore}
              onClick={() => setOffset(offset + auditPageSize)}
            >
              Older
            </Button>
            {events.length > 0 && (
              <Text size="sm" c="dimmed" role="status">
                {countOf(offset + 1)} to {countOf(offset + events.length)}
              </Text>
            )}
          </Group>
        </>
      )}
    </Section>
  );
}

const columns: TableColumn<AuditEvent>[] = [
  { label: 'Time', isOneLine: true, cell: ({ at }) => timeOf(at) },
  { label: 'Action', cell: ({ action }) => <Code>{action}</Code> },
  {
    label: 'Outcome',
    cell: ({ outcome }) => (
      <Badge color={outcome === 'done' ? 'gray' : 'red'} variant="light" tt="none">
        {outcome === 'done' ? 'Done' : 'Refused'}
      </Badge>
    ),
  },
  { label: 'Who', cell: ({ actorName }) => actorName ?? 'Nobody signed in' },
  { label: 'On', cell: ({ target }) => <span className="cell-text">{target}</span> },
  { label: 'From', cell: ({ address }) => address },
  { label: 'More', cell: ({ detail }) => <Detail detail={detail} /> },
];

function Detail({ detail }: { detail: AuditEvent['detail'] }) {
  const entries = Object.entries(detail);
  if (entries.length === 0) return null;
  return (
    <Text size="xs" className="cell-text">
      {entries.map(([name, value]) => `${name}: ${textOfValue(value)}`).join('; ')}
    </Text>
  );
}

function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOfValue).join(', ');
  return JSON.stringify(value);
}
