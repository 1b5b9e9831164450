import { Alert, Button, Modal, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import type { Connection, UpdateQuery } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { ApiError, textOf } from '../api/client.js';
import { reads, type SavedQuery } from '../api/queries.js';
import { FormFooter } from '../app/form-footer.js';
import { aclOf, sharingOf } from './sharing.js';
import { SharingFields } from './sharing-fields.js';

interface SaveDialogProps {
  question:
    { kind: 'new'; name: string; notice?: string } | { kind: 'properties'; saved: SavedQuery };
  /** Of the tab. */
  connectionId: string | null;
  connections: Connection[];
  /** @throws ApiError that names the fields at fault */
  onSave(fields: UpdateQuery): Promise<void>;
  onClose(): void;
}

/** Asks for what belongs to a saved query beside its text. */
export default function SaveDialog(props: SaveDialogProps) {
  const { question, connections, onSave, onClose } = props;
  const saved = question.kind === 'properties' ? question.saved.query : null;
  const [name, setName] = useState(saved?.name ?? (question.kind === 'new' ? question.name : ''));
  const [connectionId, setConnectionId] = useState(saved ? saved.connectionId : props.connectionId);
  const [tags, setTags] = useState(saved?.tags ?? []);
  const [sharing, setSharing] = useState(sharingOf(saved?.acl ?? []));
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const knownTags = useQuery(reads.tags);
  // Only owners and admins share.
  const isShareable = saved === null || saved.canDelete;

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    setError(null);
    try {
      await onSave({
        name,
        tags,
        ...(connectionId !== saved?.connectionId && { connectionId }),
        ...(isShareable && { acl: aclOf(sharing) }),
      });
    } catch (failure) {
      setError(failure);
      setSaving(false);
    }
  };
  const fault = (path: string): string | undefined =>
    error instanceof ApiError ? error.field(path) : undefined;
  const isElsewhere = error !== null && !['name', 'connectionId', 'tags'].some(fault);
  return (
    <Modal opened onClose={onClose} title={saved === null ? 'Save query' : 'Properties'}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          {question.kind === 'new' && question.notice !== undefined && (
            <Alert color="yellow">{question.notice}</Alert>
          )}
          <TextInput
            label="Name"
            data-autofocus
            maxLength={255}
            placeholder="No Name Query"
            value={name}
            error={fault('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Connection"
            clearable
            searchable
            data={choicesOf(connections, saved?.connectionId ?? null)}
            value={connectionId}
            error={fault('connectionId')}
            onChange={setConnectionId}
          />
          <TagsInput
            label="Tags"
            description="Enter or a comma ends a tag."
            data={knownTags.data ?? []}
            value={tags}
            error={fault('tags')}
            onChange={setTags}
          />
          <SharingFields value={sharing} isDisabled={!isShareable} onChange={setSharing} />
          {isElsewhere && <Alert color="red">{textOf(error)}</Alert>}
          <FormFooter>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  );
}

/** A connection that the user may not use stays chosen, without its name. */
const choicesOf = (connections: Connection[], savedId: string | null) => [
  ...connections.map(({ id, name }) => ({ value: id, label: name })),
  ...(savedId !== null && !connections.some(({ id }) => id === savedId)
    ? [{ value: savedId, label: 'A connection that you may not use' }]
    : []),
];
