import { Loader, Modal, Stack, Table, Text } from '@mantine/core';
import type { Batch } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { announceRun } from '../http/announce-run.js';
import { call, errorText } from '../http/client.js';
import type { Row } from '../results/grid/row-pages.js';
import { useBatch } from '../results/use-batch.js';
import {
  profileOf,
  profileSql,
  PROFILE_ROWS,
  type ColumnProfile,
} from '../schema/column-profile.js';
import type { ColumnRow } from '../schema/tree-rows.js';

interface ColumnProfileDialogProps {
  connectionId: string;
  dialect: string | undefined;
  row: ColumnRow;
  onClose(): void;
}

/** Shows nulls, distinct values, range and top values of a column. The query is a run of the user. */
export default function ColumnProfileDialog(props: ColumnProfileDialogProps) {
  const { row, onClose } = props;
  const { profile, error, isLoading } = useProfile(props);
  return (
    <Modal opened onClose={onClose} title={`Profile of ${row.table}.${row.name}`}>
      <Stack gap="sm">
        {error !== null && <Text size="sm">{error}</Text>}
        {isLoading && <Loader size="sm" role="status" aria-label="Calculating the profile" />}
        {profile === null && <Text size="sm">The table has no rows.</Text>}
        {profile !== null && profile !== undefined && <ProfileTables profile={profile} />}
      </Stack>
    </Modal>
  );
}

function useProfile({ connectionId, dialect, row }: ColumnProfileDialogProps) {
  const batchText = profileSql(row, dialect);
  const created = useQuery({
    queryKey: ['column-profile', connectionId, batchText],
    queryFn: () =>
      startProfile({ connectionId, batchText, name: `Profile of ${row.name}`.slice(0, 255) }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const { batch, error: followError } = useBatch(created.data?.id ?? null);
  const [statement] = batch?.statements ?? [];
  const rows = useQuery({
    queryKey: ['profile-rows', statement?.id],
    queryFn: ({ signal }) =>
      call<Row[]>('GET', `/api/statements/${statement?.id ?? ''}/results`, { signal }),
    enabled: batch?.status === 'finished' && statement !== undefined,
  });
  const failure = created.error ?? followError ?? rows.error;
  const failed = batch !== undefined && !['started', 'finished'].includes(batch.status);
  const error =
    failure !== null
      ? errorText(failure)
      : failed
        ? (statement?.error?.title ?? 'The run did not finish.')
        : null;
  return {
    profile: rows.data === undefined ? undefined : profileOf(rows.data),
    error,
    isLoading: error === null && rows.data === undefined,
  };
}

async function startProfile(body: object): Promise<Batch> {
  const batch = await call<Batch>('POST', '/api/batches', { body });
  announceRun();
  return batch;
}

const whole = new Intl.NumberFormat('en');
const share = (count: number, rows: number): string =>
  `${whole.format(count)} (${((100 * count) / rows).toFixed(1)} %)`;

function ProfileTables({ profile }: { profile: ColumnProfile }) {
  const { rows, nulls, distinct, minimum, maximum, top } = profile;
  const figures = [
    ['Nulls', share(nulls, rows)],
    ['Distinct values', whole.format(distinct)],
    ['Minimum', minimum ?? 'null'],
    ['Maximum', maximum ?? 'null'],
  ];
  return (
    <>
      <Text size="sm" c="dimmed">
        {rows < PROFILE_ROWS
          ? `Of all ${whole.format(rows)} rows.`
          : `Of ${whole.format(rows)} rows, in the order in which the database returned them. The table may have more.`}
      </Text>
      <Table layout="fixed" aria-label="Figures">
        <Table.Tbody>
          {figures.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th>{label}</Table.Th>
              <Table.Td className="profile-value">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Table layout="fixed" aria-label="Most frequent values">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Most frequent values</Table.Th>
            <Table.Th>Rows</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {top.map(({ value, count }) => (
            <Table.Tr key={value}>
              <Table.Td className="profile-value">{value}</Table.Td>
              <Table.Td>{share(count, rows)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
