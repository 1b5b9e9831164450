import { Button, Modal, Stack, Text } from '@mantine/core';
import { FormFooter } from './form-footer.js';
import { createStore, useStore } from './store.js';

/** A question with two answers. */
export interface Confirmation {
  title: string;
  /** The consequences. */
  text: string;
  /** The label of the confirming button. */
  action: string;
  /** The label of the other button; `Cancel` by default. */
  refusal?: string;
}

interface Asked extends Confirmation {
  answer(isConfirmed: boolean): void;
}

const asked = createStore<Asked | null>(null);

/** Asks a question in a dialog; returns whether the user confirmed. A second question refuses the first. */
export function askConfirmation(question: Confirmation): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean): void => {
      asked.set(null);
      resolve(isConfirmed);
    };
    asked.set({ ...question, answer });
  });
}

/** Renders the question of {@link askConfirmation}. */
export function ConfirmationHost() {
  const question = useStore(asked, (value) => value);
  if (question === null) return null;
  const { title, text, action, refusal = 'Cancel', answer } = question;
  return (
    <Modal opened onClose={() => answer(false)} title={title} zIndex={400}>
      <Stack>
        <Text size="sm">{text}</Text>
        <FormFooter>
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            {refusal}
          </Button>
          <Button color="red" onClick={() => answer(true)}>
            {action}
          </Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}
