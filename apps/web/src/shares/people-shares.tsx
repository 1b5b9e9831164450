import { Button, Select, Stack, Text } from '@mantine/core';
import type { BatchShare } from '@sluice/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { call, deleteAndReload } from '../http/client.js';
import { ActionButton } from '../ui/action-buttons.js';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { formatTime } from '../ui/format.js';
import { FormFooter } from '../ui/form-footer.js';
import { LifetimeSelect, NO_EXPIRY } from '../ui/lifetime-select.js';
import { useAction } from '../ui/use-action.js';
import { personLabel, usePeople } from './people.js';
import { shareReads } from './reads.js';
import type { SharedRun } from './run-rights.js';

/** The values of the form of a new share. */
export interface ShareForm {
  /** ID of a user, or `__EVERYONE__`; null: not chosen. */
  grantee: string | null;
  /** Seconds as text. */
  lifetime: string;
}

/** The values of an empty form. */
export const emptyShareForm: ShareForm = { grantee: null, lifetime: NO_EXPIRY };

interface PeopleSharesProps {
  run: SharedRun;
  form: ShareForm;
  onChange(form: ShareForm): void;
  onClose(): void;
}

const EVERYONE = '__EVERYONE__';

/** Shows the shares of a run with people, ends them, and creates new ones. */
export function PeopleShares({ run, form, onChange, onClose }: PeopleSharesProps) {
  const { grantee, lifetime } = form;
  const people = usePeople().filter(({ value }) => value !== run.userId);
  const client = useQueryClient();
  const share = useAction(async () => {
    const body = {
      ...(grantee === EVERYONE ? { groupId: EVERYONE } : { userId: grantee }),
      ...(lifetime !== NO_EXPIRY && { expiresInSeconds: Number(lifetime) }),
    };
    await call('POST', `/api/batches/${run.id}/shares`, { body });
    onChange(emptyShareForm);
    await client.invalidateQueries(shareReads.ofBatch(run.id));
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void share.run();
  };
  const fieldError = share.fieldError('userId', 'groupId');
  return (
    <Stack>
      <Text size="sm">
        People you share with can read the run and download its results, without access to the
        connection. They cannot cancel, change or share it.
      </Text>
      <Shares run={run} />
      <form onSubmit={submit}>
        <Stack>
          <Select
            label="Share with"
            placeholder="Choose"
            searchable
            limit={200}
            data-autofocus
            openOnFocus={false}
            data={[{ value: EVERYONE, label: 'Everyone' }, ...people]}
            value={grantee}
            error={fieldError}
            onChange={(chosen) => onChange({ grantee: chosen, lifetime })}
          />
          <LifetimeSelect
            value={lifetime}
            error={share.fieldError('expiresInSeconds')}
            onChange={(chosen) => onChange({ grantee, lifetime: chosen })}
          />
          {fieldError === undefined && <ErrorAlert error={share.error} />}
          <FormFooter>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" loading={share.isBusy} disabled={grantee === null}>
              Share
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </Stack>
  );
}

/** The shares of a run, each with a button that ends it. */
function Shares({ run }: { run: SharedRun }) {
  const shares = useQuery(shareReads.ofBatch(run.id));
  const client = useQueryClient();
  const end = useAction((id: string) =>
    deleteAndReload(`/api/batches/${run.id}/shares/${id}`, () =>
      client.invalidateQueries(shareReads.ofBatch(run.id)),
    ),
  );
  const actions: TableColumn<BatchShare> = {
    label: 'Actions',
    cell: (share) => (
      <ActionButton
        label="Stop sharing"
        target={granteeOf(share)}
        isDestructive
        isDisabled={end.isBusy}
        onClick={() => void end.run(share.id)}
      />
    ),
  };
  return (
    <>
      <ErrorAlert error={shares.error ?? end.error} />
      {shares.data !== undefined && (
        <DataTable
          label="Shared with"
          rows={shares.data}
          keyOf={({ id }) => id}
          empty="Not shared"
          columns={[...columns, actions]}
        />
      )}
    </>
  );
}

const columns: TableColumn<BatchShare>[] = [
  {
    label: 'Shared with',
    cell: (share) => <span className="cell-text">{granteeOf(share)}</span>,
  },
  {
    label: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : formatTime(expiresAt)),
    isOneLine: true,
  },
];

const granteeOf = ({ user, groupId }: BatchShare): string =>
  user === null ? (groupId === null ? 'Deleted user' : 'Everyone') : personLabel(user);
