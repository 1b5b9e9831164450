import { Autocomplete, Select, SimpleGrid } from '@mantine/core';
import type { EnvironmentColor } from '@sluice/contracts';
import type { ConnectionInputProps } from './connection-inputs.js';

const colors: { value: EnvironmentColor; label: string }[] = [
  { value: 'gray', label: 'Gray' },
  { value: 'blue', label: 'Blue' },
  { value: 'green', label: 'Green' },
  { value: 'yellow', label: 'Yellow' },
  { value: 'red', label: 'Red' },
];

/** The colour that a usual label gets until the admin chooses another. */
const usualColors: Record<string, EnvironmentColor> = {
  production: 'red',
  staging: 'yellow',
  development: 'green',
};

/** The inputs for the environment label and its colour. */
export function EnvironmentInputs({ form, isReadOnly, fieldError, set }: ConnectionInputProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Autocomplete
        label="Environment"
        description="Shown with tabs and runs. Labels that begin with “prod” ask before destructive statements."
        placeholder="None"
        maxLength={40}
        disabled={isReadOnly}
        data={Object.keys(usualColors)}
        value={form.environment}
        error={fieldError('environment')}
        onChange={(environment) => {
          const color = usualColors[environment];
          set({ environment, ...(color !== undefined && { environmentColor: color }) });
        }}
      />
      <Select
        label="Environment colour"
        description="The label always names the environment, too."
        allowDeselect={false}
        disabled={isReadOnly || form.environment === ''}
        data={colors}
        value={form.environmentColor}
        error={fieldError('environmentColor')}
        onChange={(color) => {
          if (color !== null) set({ environmentColor: color });
        }}
      />
    </SimpleGrid>
  );
}
