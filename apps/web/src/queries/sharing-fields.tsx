import { MultiSelect, Select } from '@mantine/core';
import { useCurrentUser } from '../http/reads.js';
import { usePeople } from '../shares/people.js';
import type { Sharing } from './sharing.js';

interface SharingFieldsProps {
  value: Sharing;
  isDisabled: boolean;
  onChange(value: Sharing): void;
}

const everyoneOptions = [
  { value: 'none', label: 'Only the people below' },
  { value: 'read', label: 'Everyone can view' },
  { value: 'write', label: 'Everyone can edit' },
];

/** Fields that choose who can view and edit a query. */
export function SharingFields({ value, isDisabled, onChange }: SharingFieldsProps) {
  const { readers, writers } = value;
  const people = usePeopleWith([...readers, ...writers]);
  const common = { searchable: true, clearable: true, disabled: isDisabled, data: people };
  return (
    <>
      <Select
        label="Share with"
        {...(isDisabled && { description: 'Only the owner and admins can share a query.' })}
        disabled={isDisabled}
        allowDeselect={false}
        data={everyoneOptions}
        value={value.everyone}
        onChange={(everyone) =>
          onChange({ ...value, everyone: (everyone ?? 'none') as Sharing['everyone'] })
        }
      />
      <MultiSelect
        {...common}
        label="Can view"
        value={readers}
        onChange={(chosen) =>
          onChange({ ...value, readers: chosen, writers: without(writers, chosen) })
        }
      />
      <MultiSelect
        {...common}
        label="Can edit"
        value={writers}
        onChange={(chosen) =>
          onChange({ ...value, writers: chosen, readers: without(readers, chosen) })
        }
      />
    </>
  );
}

const without = (ids: string[], removed: string[]): string[] =>
  ids.filter((id) => !removed.includes(id));

/** Returns the options of all users and of the chosen IDs. */
function usePeopleWith(chosen: string[]): { value: string; label: string }[] {
  const people = usePeople();
  const { id: ownId } = useCurrentUser();
  const known = new Set(people.map(({ value }) => value));
  // The list of users does not contain service tokens.
  const unknown = [...new Set(chosen)].filter((id) => !known.has(id));
  return [
    ...people,
    ...unknown.map((id) => ({
      value: id,
      label: id === ownId ? 'You' : `Service token or user ${id}`,
    })),
  ];
}
