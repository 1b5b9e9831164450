import { Button, Modal, Stack, Text } from '@mantine/core';
import type { Query } from '@sluice/contracts';
import { FormFooter } from '../app/form-footer.js';
import { timeOf } from '../workbench/format.js';
import { DiffView } from './diff-view.js';

interface ChangedDialogProps {
  mine: string;
  theirs: Query;
  /** Somebody was about to save; otherwise the page has found it out when it opened the query. */
  isSaving: boolean;
  onOverwrite(): void;
  onTakeTheirs(): void;
  onCopy(): void;
  onClose(): void;
}

/** A saved query is another one than the text here began as: what differs, and what can be done. */
export default function ChangedDialog(props: ChangedDialogProps) {
  const { mine, theirs, isSaving, onOverwrite, onTakeTheirs, onCopy, onClose } = props;
  const who = theirs.updatedByUser?.name ?? theirs.updatedByUser?.email ?? 'Somebody';
  const isSameText = theirs.queryText === mine;
  return (
    <Modal
      opened
      size="80rem"
      onClose={onClose}
      title={isSaving ? 'Not saved: the query has changed' : 'The saved query has changed'}
    >
      <Stack gap="sm">
        <Text size="sm">
          {who} saved “{theirs.name}” at {timeOf(theirs.updatedAt)}, after your text began.{' '}
          {isSameText
            ? 'Its text is the same as yours; its name, tags, sharing or chart are others.'
            : 'Your text is kept in this browser until you save it or take theirs.'}
        </Text>
        {!isSameText && <DiffView left={theirs.queryText} right={mine} />}
        <FormFooter>
          <Button variant="default" data-autofocus onClick={onClose}>
            Go on editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button variant="default" onClick={onCopy}>
            Save mine as a copy
          </Button>
          {theirs.canWrite && (
            <Button color="red" onClick={onOverwrite}>
              Overwrite theirs
            </Button>
          )}
        </FormFooter>
      </Stack>
    </Modal>
  );
}
