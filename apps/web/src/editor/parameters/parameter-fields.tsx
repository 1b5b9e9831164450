import { useEffect } from 'react';
import { searchOf } from '../../parameters/address-parameters.js';
import { inputsOfNames } from '../../parameters/defined-inputs.js';
import { inputOfName } from '../../parameters/parameter-input.js';
import { activeTab, updateTab, type Tab } from '../../tabs/tabs.js';
import { CopyTextButton } from '../../ui/copy-text-button.js';
import { fieldId, ParameterField } from './parameter-field.js';
import './parameters.css';
import { DefineParameters } from './define-parameters.js';
import { useRefusedRun, type RefusedRun } from './parameters-to-run.js';
import { useDefinitions, useSavedQuery } from './use-definitions.js';

interface ParameterFieldsProps {
  tab: Tab;
  names: readonly string[];
  onRun(): void;
}

/** A form with a field for each parameter. Enter runs the query. */
export default function ParameterFields({ tab, names, onRun }: ParameterFieldsProps) {
  const refused = useRefusedRun(tab.id);
  useFocusOf(refused, names);
  const query = useSavedQuery(tab);
  const definitions = useDefinitions(query);
  const inputs = inputsOfNames(tab.parameters, names, definitions);
  return (
    <form
      className="bar parameter-bar"
      aria-label="Parameters"
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
          onChange={(input) =>
            updateTab(tab.id, { parameters: { ...activeTab().parameters, [name]: input } })
          }
        />
      ))}
      <CopyTextButton
        label="Copy link with values"
        text={`${location.origin}${location.pathname}?${searchOf(inputs, names)}`}
      />
      {query?.canWrite === true && <DefineParameters tab={tab} query={query} names={names} />}
      {/* Enter submits a form with several fields only if it has a submit button. */}
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        Run
      </button>
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
