import { Button, Stack, Text } from '@mantine/core';
import type { Query } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { definitionsOf } from '../../parameters/defined-inputs.js';
import { cacheSaved, saveChanges } from '../../queries/save-query.js';
import { activeTab, type Tab } from '../../tabs/tabs.js';
import { ErrorAlert } from '../../ui/error-alert.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { FormFooter } from '../../ui/form-footer.js';
import { useAction } from '../../ui/use-action.js';
import { DefinitionFields, fieldsOf } from './definition-fields.js';
import { definitionsToSave, formsOf } from './definition-form.js';

interface DefinitionsDialogProps {
  tab: Tab;
  /** The placeholders of the text. */
  names: readonly string[];
  query: Query;
  onClose(): void;
}

/** Defines the parameters of a saved query. */
export default function DefinitionsDialog({ tab, names, query, onClose }: DefinitionsDialogProps) {
  const [known] = useState(() => definitionsOf(query.parameters));
  const [forms, setForms] = useState(() => formsOf(names, known, tab.parameters));
  const save = useAction(async () => {
    const parameters = definitionsToSave(forms, known);
    const outcome = await saveChanges(tab, { parameters }, activeTab().etag);
    if (outcome.kind === 'saved') {
      onClose();
      return;
    }
    if (outcome.kind === 'conflict') cacheSaved(outcome.theirs);
    throw new Error(
      'Another user has changed or deleted the query. Close this dialog and open it again.',
    );
  });
  const errorOf = (index: number, field: string): string | undefined =>
    save.fieldError(`parameters.${index}.${field}`);
  const isFieldError = forms.some(({ options }, index) =>
    fieldsOf(options).some((field) => errorOf(index, field) !== undefined),
  );
  const submit = (event: SubmitEvent): void => {
    // The dialog is inside the form of the values.
    event.stopPropagation();
    event.preventDefault();
    void save.run();
  };
  return (
    <FormDialog values={forms} onClose={onClose} size="lg" title="Define parameters">
      <form onSubmit={submit}>
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            Runs of the saved query have these types and defaults, in the workbench and in the API.
          </Text>
          {forms.map((form, index) => (
            <DefinitionFields
              key={form.name}
              form={form}
              errorOf={(field) => errorOf(index, field)}
              onChange={(changed) =>
                setForms(forms.map((each) => (each.name === form.name ? changed : each)))
              }
            />
          ))}
          {!isFieldError && <ErrorAlert error={save.error} />}
          <FormFooter>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isBusy}>
              Save
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </FormDialog>
  );
}
