import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reads, useCurrentUser } from '../api/queries.js';
import type { Sharing } from './sharing.js';

interface SharingFieldsProps {
  value: Sharing;
  isDisabled: boolean;
  onChange(value: Sharing): void;
}

const everyoneChoices = [
  { value: 'nobody', label: 'Nobody else, but those below' },
  { value: 'read', label: 'Everyone may read' },
  { value: 'write', label: 'Everyone may read and write' },
];

/** With whom a query is shared. */
export function SharingFields({ value, isDisabled, onChange }: SharingFieldsProps) {
  const users = useQuery(reads.users);
  const { id: ownId } = useCurrentUser();
  const people = (users.data ?? [])
    .filter(({ id }) => id !== ownId)
    .map(({ id, name, email }) => ({
      value: id,
      label: name === null ? email : `${name} (${email})`,
    }));
  const known = new Set(people.map(({ value: id }) => id));
  // Service tokens stand in no list of users.
  const unknown = [...value.readers, ...value.writers].filter((id) => !known.has(id));
  const choices = [
    ...people,
    ...[...new Set(unknown)].map((id) => ({
      value: id,
      label: id === ownId ? 'You' : `Service token or user ${id}`,
    })),
  ];
  return (
    <>
      <Select
        label="Shared with"
        {...(isDisabled && { description: 'Only the owner and admins share a query.' })}
        disabled={isDisabled}
        allowDeselect={false}
        data={everyoneChoices}
        value={value.everyone}
        onChange={(everyone) =>
          onChange({ ...value, everyone: (everyone ?? 'nobody') as Sharing['everyone'] })
        }
      />
      <MultiSelect
        label="May read"
        searchable
        clearable
        disabled={isDisabled}
        data={choices}
        value={value.readers}
        onChange={(readers) =>
          onChange({
            ...value,
            readers,
            writers: value.writers.filter((id) => !readers.includes(id)),
          })
        }
      />
      <MultiSelect
        label="May read and write"
        searchable
        clearable
        disabled={isDisabled}
        data={choices}
        value={value.writers}
        onChange={(writers) =>
          onChange({
            ...value,
            writers,
            readers: value.readers.filter((id) => !writers.includes(id)),
          })
        }
      />
    </>
  );
}
