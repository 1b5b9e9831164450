import { searchOf } from '../../parameters/address-parameters.js';
import { inputsOfNames } from '../../parameters/defined-inputs.js';
import { ParameterForm } from '../../parameters/parameter-form.js';
import { activeTab, updateTab, type Tab } from '../../tabs/tabs.js';
import { CopyTextButton } from '../../ui/copy-text-button.js';
import { DefineParameters } from './define-parameters.js';
import { useRefusedRun } from './parameters-to-run.js';
import { useDefinitions, useSavedQuery } from './use-definitions.js';

interface ParameterFieldsProps {
  tab: Tab;
  names: readonly string[];
  onRun(): void;
}

/** The values of the parameters of a tab. */
export default function ParameterFields({ tab, names, onRun }: ParameterFieldsProps) {
  const refused = useRefusedRun(tab.id);
  const query = useSavedQuery(tab);
  const definitions = useDefinitions(query);
  const inputs = inputsOfNames(tab.parameters, names, definitions);
  return (
    <ParameterForm
      names={names}
      inputs={inputs}
      definitions={definitions}
      refused={refused}
      onChange={(name, input) =>
        updateTab(tab.id, { parameters: { ...activeTab().parameters, [name]: input } })
      }
      onRun={onRun}
    >
      <CopyTextButton
        label="Copy link with values"
        text={`${location.origin}${location.pathname}?${searchOf(inputs, names)}`}
      />
      {query?.canWrite === true && <DefineParameters tab={tab} query={query} names={names} />}
      {/* Enter submits a form with several fields only if it has a submit button. */}
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        Run
      </button>
    </ParameterForm>
  );
}
