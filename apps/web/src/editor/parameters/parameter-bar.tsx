import { useEffect, useRef } from 'react';
import { activeTab, updateTab, type Tab } from '../../tabs/tabs.js';
import { CopyTextButton } from '../../ui/copy-text-button.js';
import { searchOf } from '../../parameters/address-parameters.js';
import { fieldId, ParameterField } from './parameter-field.js';
import { inputOfName } from '../../parameters/parameter-input.js';
import './parameters.css';
import { useRefusedRun, type RefusedRun } from './parameters-to-run.js';
import { useParameterNames } from './use-parameter-names.js';

/** The values of the placeholders in the text of a tab. Enter runs the query. */
export function ParameterBar({
  tab,
  dialect,
  onRun,
}: {
  tab: Tab;
  dialect: string | undefined;
  onRun(): void;
}) {
  const names = useParameterNames(tab.text, dialect);
  const refused = useRefusedRun(tab.id);
  useFocusOf(refused, names);
  if (names.length === 0) return null;
  const inputs = tab.parameters;
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
      {/* Enter submits a form with several fields only if it has a submit button. */}
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        Run
      </button>
    </form>
  );
}

/** Focuses the field of a refused run once, as soon as it is shown: the bar follows the text with a delay. */
function useFocusOf(refused: RefusedRun | undefined, names: readonly string[]): void {
  const handled = useRef(refused);
  useEffect(() => {
    if (refused === undefined || handled.current === refused) return;
    if (!names.includes(refused.name)) return;
    handled.current = refused;
    document.getElementById(fieldId(refused.name))?.focus();
  }, [refused, names]);
}
