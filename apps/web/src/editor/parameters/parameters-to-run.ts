import type { Tab } from '../../tabs/tabs.js';
import { createStore, useStore } from '../../ui/store.js';
import type { RefusedRun } from '../../parameters/parameter-form.js';
import type { SentParameters } from '../../parameters/parameter-input.js';
import { inputsOfNames } from '../../parameters/defined-inputs.js';
import { currentDefinitions } from './use-definitions.js';
import { parameterNames } from '../../sql/placeholders.js';

/** The last refused run of each tab. From then on, the fields of the tab show their problems. */
const refusedRuns = createStore<Readonly<Record<string, RefusedRun>>>({});

/** Returns the last refused run of a tab; undefined before the first. */
export const useRefusedRun = (tabId: string): RefusedRun | undefined =>
  useStore(refusedRuns, (runs) => runs[tabId]);

/**
 * Returns the parameters of the text that is about to run, from the values of the tab; undefined without parameters.
 *
 * @throws Error that names the first parameter whose value cannot be sent
 */
export async function parametersToRun(
  tab: Tab,
  text: string,
  dialect: string | undefined,
): Promise<SentParameters | undefined> {
  const names = await parameterNames(text, dialect);
  if (names.length === 0) return undefined;
  const { firstProblem, sentParameters } = await import('../../parameters/checked-parameters.js');
  const definitions = currentDefinitions(tab);
  const inputs = inputsOfNames(tab.parameters, names, definitions);
  const problem = firstProblem(inputs, names, definitions);
  if (problem !== undefined) {
    refusedRuns.set({ ...refusedRuns.get(), [tab.id]: { name: problem.name } });
    throw new Error(problem.message);
  }
  return sentParameters(inputs, names, definitions);
}
