import { Autocomplete, Badge, Button, Code, Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AuditEvent } from '@sluice/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { formatCount, formatTime } from '../ui/format.js';
import { AuditDetail } from './audit-detail.js';
import { adminReads, AUDIT_PAGE_SIZE } from './reads.js';
import { Section } from './section.js';

const actions = [
  'sign_in',
  'sign_out',
  'sign_up',
  'password_reset',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.unlinked',
  'session.ended',
  'connection.created',
  'connection.updated',
  'connection.deleted',
  'connection_access.created',
  'connection_access.expired',
  'token.created',
  'token.deleted',
  'service_token.created',
  'service_token.deleted',
  'batch.created',
  'batch.reused',
  'batch.cancelled',
  'share.created',
  'share.deleted',
  'link.created',
  'link.deleted',
  'link.opened',
  'link.downloaded',
  'tool.called',
  'result.downloaded',
  'admin_route',
  'request',
];

const FILTER_DELAY_MS = 300;

interface AuditFilter {
  action: string;
  actorId: string | null;
}

/** The audit log. */
export function AuditSection() {
  const [filter, setFilter] = useState<AuditFilter>({ action: '', actorId: null });
  const [offset, setOffset] = useState(0);
  const [action] = useDebouncedValue(filter.action.trim(), FILTER_DELAY_MS);
  const log = useQuery({
    ...adminReads.audit({ action, actorId: filter.actorId, offset }),
    // The current page stays visible while the next one loads.
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title="Audit log"
      about="Security-relevant events of accounts, access and secrets, newest first. Events cannot be changed."
      read={log}
      actions={
        <AuditFilters
          value={filter}
          onChange={(changed) => {
            setFilter(changed);
            setOffset(0);
          }}
        />
      }
    >
      {({ events, hasMore }) => (
        <>
          <DataTable
            label="Audit log"
            rows={events}
            keyOf={({ id }) => id}
            empty="No matching events"
            columns={columns}
          />
          <Pager offset={offset} count={events.length} hasMore={hasMore} onChange={setOffset} />
        </>
      )}
    </Section>
  );
}

interface AuditFiltersProps {
  value: AuditFilter;
  onChange(value: AuditFilter): void;
}

function AuditFilters({ value, onChange }: AuditFiltersProps) {
  const users = useQuery(adminReads.users);
  return (
    <>
      <Autocomplete
        size="xs"
        aria-label="Action"
        placeholder="Any action"
        clearable
        data={actions}
        value={value.action}
        onChange={(action) => onChange({ ...value, action })}
      />
      <Select
        size="xs"
        aria-label="User"
        placeholder="Any user"
        clearable
        searchable
        limit={200}
        data={(users.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
        value={value.actorId}
        onChange={(actorId) => onChange({ ...value, actorId })}
      />
    </>
  );
}

interface PagerProps {
  offset: number;
  count: number;
  hasMore: boolean;
  onChange(offset: number): void;
}

function Pager({ offset, count, hasMore, onChange }: PagerProps) {
  return (
    <Group>
      <Button
        variant="default"
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - AUDIT_PAGE_SIZE))}
      >
        Newer
      </Button>
      <Button
        variant="default"
        disabled={!hasMore}
        onClick={() => onChange(offset + AUDIT_PAGE_SIZE)}
      >
        Older
      </Button>
      {count > 0 && (
        <Text size="sm" c="dimmed" role="status">
          {formatCount(offset + 1)} to {formatCount(offset + count)}
        </Text>
      )}
    </Group>
  );
}

const columns: TableColumn<AuditEvent>[] = [
  { label: 'Time', isOneLine: true, cell: ({ at }) => formatTime(at) },
  { label: 'Action', cell: ({ action }) => <Code>{action}</Code> },
  {
    label: 'Outcome',
    cell: ({ outcome }) => (
      <Badge color={outcome === 'done' ? 'gray' : 'red'} variant="light" tt="none">
        {outcome === 'done' ? 'Done' : 'Refused'}
      </Badge>
    ),
  },
  { label: 'User', cell: ({ actorName }) => actorName ?? 'Anonymous' },
  { label: 'Target', cell: ({ target }) => <span className="cell-text">{target}</span> },
  { label: 'Address', cell: ({ address }) => address },
  { label: 'Details', cell: ({ detail }) => <AuditDetail detail={detail} /> },
];
