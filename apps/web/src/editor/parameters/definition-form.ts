import type { ParameterType, QueryParameter } from '@sluice/contracts';
import { inputsOfNames, definitionsOf, type Definitions } from '../../parameters/defined-inputs.js';
import { typeOfInput } from '../../parameters/checked-parameters.js';
import {
  inputOfName,
  isListInput,
  retyped,
  type ParameterInput,
} from '../../parameters/parameter-input.js';

/** The values of the form for the definition of a parameter. */
export interface DefinitionForm {
  name: string;
  label: string;
  type: ParameterType;
  required: boolean;
  /** Empty: no default. */
  default: ParameterInput;
  options: string[];
  optionsQueryId: string | null;
  description: string;
}

/** Returns the form of each parameter. A parameter without a definition gets the type of its value in the tab. */
export function formsOf(
  names: readonly string[],
  definitions: Definitions,
  inputs: Readonly<Record<string, ParameterInput>>,
): DefinitionForm[] {
  return names.map((name) => {
    const known = definitions.get(name);
    const definition: QueryParameter = known ?? {
      name,
      type: typeOfInput(inputOfName(inputs, name)),
      required: true,
    };
    const defaults = inputsOfNames({}, [name], definitionsOf([definition]));
    return {
      name,
      label: definition.label ?? '',
      type: definition.type,
      required: definition.required,
      default: retyped(inputOfName(defaults, name), definition.type),
      options: (definition.options ?? []).map(String),
      optionsQueryId: definition.optionsQueryId ?? null,
      description: definition.description ?? '',
    };
  });
}

/** Returns the form with another type; its default and options stay. */
export const withType = (form: DefinitionForm, type: ParameterType): DefinitionForm => ({
  ...form,
  type,
  default: retyped(form.default, type),
});

/** Returns the definitions to save: those of the forms, then those of names that are not in the text. */
export function definitionsToSave(
  forms: readonly DefinitionForm[],
  known: Definitions,
): QueryParameter[] {
  const names = new Set(forms.map(({ name }) => name));
  return [
    ...forms.map(definitionOf),
    ...[...known.values()].filter(({ name }) => !names.has(name)),
  ];
}

function definitionOf(form: DefinitionForm): QueryParameter {
  const { name, type, required, options, optionsQueryId } = form;
  const label = form.label.trim();
  const description = form.description.trim();
  const value = isListInput(form.default) ? form.default.values : form.default.value;
  return {
    name,
    type,
    required,
    ...(label !== '' && { label }),
    ...(value.length > 0 && { default: value }),
    ...(options.length > 0 && { options }),
    ...(optionsQueryId !== null && { optionsQueryId }),
    ...(description !== '' && { description }),
  };
}
