import { useEffect, type ReactNode } from 'react';
import type { Definitions } from './defined-inputs.js';
import { fieldId, ParameterField } from './parameter-field.js';
import { inputOfName, type ParameterInput } from './parameter-input.js';
import './parameters.css';

/** A run that was refused before it was sent. */
export interface RefusedRun {
  /** The first parameter whose value cannot be sent. */
  name: string;
}

interface ParameterFormProps {
  names: readonly string[];
  inputs: Readonly<Record<string, ParameterInput>>;
  definitions: Definitions;
  /** The last refused run. From then on, the fields show their problems. */
  refused: RefusedRun | undefined;
  onChange(name: string, input: ParameterInput): void;
  onRun(): void;
  /** Further buttons. */
  children: ReactNode;
}

/** The ID of the form, for buttons outside it. */
export const parameterFormId = 'parameters';

/** A form with a field for each parameter. Enter runs the query if the form has a submit button. */
export function ParameterForm(props: ParameterFormProps) {
  const { names, inputs, definitions, refused, onChange, onRun, children } = props;
  useFocusOf(refused, names);
  return (
    <form
      id={parameterFormId}
      className="bar parameter-bar"
      aria-label="Parameters"
      // Without fields, a button outside the form still submits it.
      style={names.length === 0 ? { display: 'none' } : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      {names.map((name) => (
        <ParameterField
          key={name}
          name={name}
          input={inputOfName(inputs, name)}
          definition={definitions.get(name)}
          showsProblem={refused !== undefined}
          onChange={(input) => onChange(name, input)}
        />
      ))}
      {children}
    </form>
  );
}

const focusedRuns = new WeakSet<RefusedRun>();

/** Focuses the field of a refused run once, as soon as it is shown: the fields follow the text with a delay. */
function useFocusOf(refused: RefusedRun | undefined, names: readonly string[]): void {
  useEffect(() => {
    if (refused === undefined || focusedRuns.has(refused) || !names.includes(refused.name)) return;
    focusedRuns.add(refused);
    document.getElementById(fieldId(refused.name))?.focus();
  }, [refused, names]);
}
