import { NativeSelect } from '@mantine/core';
import type { QueryParameter } from '@sluice/contracts';
import { problemOf, typeOfInput } from './checked-parameters.js';
import { retyped, type InputType, type ParameterInput } from './parameter-input.js';
import { typeLabels } from './parameter-types.js';
import { useOptions } from './use-options.js';
import { ValueInput, type Choice } from './value-input.js';

/** The ID of a parameter's field. */
export const fieldId = (name: string): string => `parameter-${name}`;

interface ParameterFieldProps {
  name: string;
  input: ParameterInput;
  /** The definition of the saved query, if there is one. */
  definition: QueryParameter | undefined;
  /** Shows the problem of the value. */
  showsProblem: boolean;
  onChange(input: ParameterInput): void;
}

/** The value of a parameter and the menu of its type. */
export function ParameterField(props: ParameterFieldProps) {
  const { name, input, definition, showsProblem, onChange } = props;
  const problem = showsProblem ? problemOf(input, definition) : null;
  const options = useOptions(definition);
  const { type } = input;
  const types = typesFor(definition);
  return (
    <div className="parameter" title={definition?.description}>
      <label htmlFor={fieldId(name)}>{definition?.label ?? name}</label>
      <ValueInput
        id={fieldId(name)}
        input={input}
        options={options}
        choice={choiceOf(definition)}
        error={problem === null ? undefined : `The value ${problem}`}
        onChange={onChange}
      />
      {types.length > 1 && (
        <NativeSelect
          size="xs"
          className="parameter-type"
          aria-label={`Type of ${name}`}
          title={type === 'auto' ? `Sent as ${typeOfInput(input)}` : undefined}
          data={types}
          value={type}
          onChange={(event) => onChange(retyped(input, event.currentTarget.value as InputType))}
        />
      )}
    </div>
  );
}

const choiceOf = (definition: QueryParameter | undefined): Choice => {
  if (definition?.options !== undefined) return 'fixed';
  return definition?.optionsQueryId === undefined ? 'any' : 'suggested';
};

/** A definition leaves only the choice of null, unless a value is required. */
const typesFor = (definition: QueryParameter | undefined) =>
  typeLabels.filter(
    ({ value }) =>
      definition === undefined ||
      value === definition.type ||
      (value === 'null' && !definition.required),
  );
