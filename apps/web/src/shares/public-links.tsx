import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  Text,
} from '@mantine/core';
import type { BatchLink, CreatedBatchLink } from '@sluice/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { call, deleteAndReload } from '../http/client.js';
import { ActionButton } from '../ui/action-buttons.js';
import { CopyLine } from '../ui/copy-line.js';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { linkDurationOptions, WEEK } from '../ui/durations.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { formatCount, formatTime } from '../ui/format.js';
import { FormFooter } from '../ui/form-footer.js';
import { useAction } from '../ui/use-action.js';
import { shareReads } from './reads.js';

/** Values of the form that creates a link. */
export interface LinkForm {
  /** Seconds as text. */
  lifetime: string;
  password: string;
  allowDownload: boolean;
  /** Empty: all rows. */
  maxRows: number | '';
}

/** Initial values of the form. */
export const emptyLinkForm: LinkForm = {
  lifetime: String(WEEK),
  password: '',
  allowDownload: false,
  maxRows: '',
};

interface PublicLinksProps {
  batchId: string;
  form: LinkForm;
  onChange(form: LinkForm): void;
  onClose(): void;
}

/** Shows the public links of a run, ends them, and creates new ones. */
export function PublicLinks({ batchId, form, onChange, onClose }: PublicLinksProps) {
  const { lifetime, password, allowDownload, maxRows } = form;
  const [created, setCreated] = useState<CreatedBatchLink | null>(null);
  const client = useQueryClient();
  const change = (fields: Partial<LinkForm>): void => onChange({ ...form, ...fields });
  const create = useAction(async () => {
    const body = {
      expiresInSeconds: Number(lifetime),
      allowDownload,
      ...(password !== '' && { password }),
      ...(maxRows !== '' && { maxRows }),
    };
    const path = `/api/batches/${batchId}/links`;
    setCreated(await call<CreatedBatchLink>('POST', path, { body }));
    onChange(emptyLinkForm);
    await client.invalidateQueries(shareReads.linksOfBatch(batchId));
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void create.run();
  };
  return (
    <Stack>
      <Text size="sm">
        Everyone who has a public link sees the rows and the chart of this run, without an account.
        They do not see its SQL and its connection.
      </Text>
      <Links batchId={batchId} />
      {created !== null && (
        <Stack gap="xs">
          <Text size="sm">Copy the new link now. It is not shown again.</Text>
          <CopyLine label="Link" value={created.url} />
        </Stack>
      )}
      <form onSubmit={submit}>
        <Stack>
          <Group grow align="flex-start">
            <Select
              label="Link ends after"
              allowDeselect={false}
              data={linkDurationOptions}
              value={lifetime}
              error={create.fieldError('expiresInSeconds')}
              onChange={(chosen) => change({ lifetime: chosen ?? lifetime })}
            />
            <NumberInput
              label="Maximum rows"
              placeholder="All"
              min={1}
              allowDecimal={false}
              value={maxRows}
              error={create.fieldError('maxRows')}
              onChange={(value) => change({ maxRows: value === '' ? '' : Number(value) })}
            />
          </Group>
          <PasswordInput
            label="Password"
            description="Optional, at least 8 characters"
            autoComplete="new-password"
            value={password}
            error={create.fieldError('password')}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
          <Checkbox
            label="Allow downloads"
            checked={allowDownload}
            onChange={(event) => change({ allowDownload: event.currentTarget.checked })}
          />
          {create.fieldError('expiresInSeconds', 'maxRows', 'password') === undefined && (
            <ErrorAlert error={create.error} />
          )}
          <FormFooter>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" loading={create.isBusy}>
              Create link
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </Stack>
  );
}

/** The links of a run, each with a button that ends it. */
function Links({ batchId }: { batchId: string }) {
  const links = useQuery(shareReads.linksOfBatch(batchId));
  const client = useQueryClient();
  const end = useAction((id: string) =>
    deleteAndReload(`/api/batches/${batchId}/links/${id}`, () =>
      client.invalidateQueries(shareReads.linksOfBatch(batchId)),
    ),
  );
  const actions: TableColumn<BatchLink> = {
    label: 'Actions',
    cell: (link) => (
      <ActionButton
        label="End link"
        target={`created ${formatTime(link.createdAt)}`}
        isDestructive
        isDisabled={end.isBusy}
        onClick={() => void end.run(link.id)}
      />
    ),
  };
  return (
    <>
      <ErrorAlert error={links.error ?? end.error} />
      {links.data !== undefined && (
        <DataTable
          label="Public links"
          rows={links.data}
          keyOf={({ id }) => id}
          empty="No public links"
          columns={[...columns, actions]}
        />
      )}
    </>
  );
}

const columns: TableColumn<BatchLink>[] = [
  { label: 'Permits', cell: permitsOf },
  { label: 'Ends', cell: ({ expiresAt }) => formatTime(expiresAt), isOneLine: true },
  {
    label: 'Last opened',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatTime(lastUsedAt)),
    isOneLine: true,
  },
];

function permitsOf({ maxRows, allowDownload, hasPassword }: BatchLink): string {
  const parts = [
    maxRows === null ? 'All rows' : `First ${formatCount(maxRows)} rows`,
    ...(allowDownload ? ['downloads'] : []),
    ...(hasPassword ? ['with password'] : []),
  ];
  return parts.join(', ');
}
