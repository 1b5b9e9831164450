import { Alert, Button, Checkbox, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import type { Connection, UpdateQuery } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { errorText } from '../http/client.js';
import { reads, type SavedQuery } from '../http/reads.js';
import { FormDialog } from '../ui/form-dialog.js';
import { FormFooter } from '../ui/form-footer.js';
import { useAction } from '../ui/use-action.js';
import { aclOf, sharingOf } from './sharing.js';
import { SharingFields } from './sharing-fields.js';

/** Saves a new query, or changes the properties of a saved one. */
export type SaveQuestion =
  | { kind: 'new'; name: string; notice?: string }
  | { kind: 'properties'; saved: SavedQuery };

interface SaveDialogProps {
  question: SaveQuestion;
  /** The connection of the tab. */
  connectionId: string | null;
  connections: Connection[];
  /** @throws ApiError that names the invalid fields */
  onSave(fields: UpdateQuery): Promise<void>;
  onClose(): void;
}

/** Asks for name, connection, tags and sharing of a query. */
export default function SaveDialog(props: SaveDialogProps) {
  const { question, connections, onSave, onClose } = props;
  const saved = question.kind === 'properties' ? question.saved.query : null;
  const [name, setName] = useState(saved?.name ?? (question.kind === 'new' ? question.name : ''));
  const [connectionId, setConnectionId] = useState(saved ? saved.connectionId : props.connectionId);
  const [tags, setTags] = useState(saved?.tags ?? []);
  const [sharing, setSharing] = useState(sharingOf(saved?.acl ?? []));
  const [runAs, setRunAs] = useState(saved?.runAs ?? 'caller');
  const [isTool, setTool] = useState(saved?.exposeAsTool ?? false);
  // Only the owner and admins can share a query.
  const isShareable = saved === null || saved.canDelete;
  const save = useAction(() =>
    onSave({
      name,
      tags,
      exposeAsTool: isTool,
      ...(connectionId !== saved?.connectionId && { connectionId }),
      ...(isShareable && { acl: aclOf(sharing), runAs: connectionId === null ? 'caller' : runAs }),
    }),
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save.run();
  };
  const isFieldError = save.fieldError('name', 'connectionId', 'tags') !== undefined;
  return (
    <FormDialog
      values={[name, connectionId, tags, sharing, runAs, isTool]}
      onClose={onClose}
      title={saved === null ? 'Save query' : 'Properties'}
    >
      <form onSubmit={submit}>
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
            error={save.fieldError('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Connection"
            clearable
            searchable
            data={connectionOptions(connections, saved?.connectionId ?? null)}
            value={connectionId}
            error={save.fieldError('connectionId')}
            onChange={setConnectionId}
          />
          <QueryTags value={tags} error={save.fieldError('tags')} onChange={setTags} />
          <SharingFields value={sharing} isDisabled={!isShareable} onChange={setSharing} />
          <Checkbox
            label="Readers run it on the access of the owner"
            description="They need no access to the connection, and run exactly this text. Only the owner and admins can then change it."
            disabled={!isShareable || connectionId === null}
            checked={runAs === 'owner' && connectionId !== null}
            onChange={(event) => setRunAs(event.currentTarget.checked ? 'owner' : 'caller')}
          />
          <Checkbox
            label="AI agents can run it as a tool"
            description="Agents with a token of a reader run it read-only, with its parameters."
            checked={isTool}
            onChange={(event) => setTool(event.currentTarget.checked)}
          />
          {save.error !== null && !isFieldError && (
            <Alert color="red">{errorText(save.error)}</Alert>
          )}
          <SaveFooter isSaving={save.isBusy} onClose={onClose} />
        </Stack>
      </form>
    </FormDialog>
  );
}

interface QueryTagsProps {
  value: string[];
  error: string | undefined;
  onChange(tags: string[]): void;
}

function QueryTags({ value, error, onChange }: QueryTagsProps) {
  const known = useQuery(reads.tags);
  return (
    <TagsInput
      label="Tags"
      description="Press Enter or comma to add a tag."
      data={known.data ?? []}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

const SaveFooter = ({ isSaving, onClose }: { isSaving: boolean; onClose(): void }) => (
  <FormFooter>
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button type="submit" loading={isSaving}>
      Save
    </Button>
  </FormFooter>
);

/** Returns the connections, and the saved one without its name if the user has no access to it. */
const connectionOptions = (connections: Connection[], savedId: string | null) => [
  ...connections.map(({ id, name }) => ({ value: id, label: name })),
  ...(savedId !== null && !connections.some(({ id }) => id === savedId)
    ? [{ value: savedId, label: 'Connection without access' }]
    : []),
];
