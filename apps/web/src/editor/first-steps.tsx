import { Button, Group } from '@mantine/core';
import type { ConnectionSchema } from '@sluice/contracts';
import { useCurrentUser } from '../http/reads.js';
import { EmptyState } from '../ui/empty-state.js';
import { keyNames } from '../ui/key-names.js';
import { Keys } from '../ui/keys.js';
import { ButtonLink } from '../ui/links.js';
import { exampleQuery } from './example-query.js';

interface FirstStepsProps {
  schema: ConnectionSchema | undefined;
  dialect: string | undefined;
  /** Puts a query into the empty editor. */
  onExample(text: string): void;
  onHide(): void;
}

/** Four hints, an example and the way to the user's data, until the user hides them. */
export function FirstSteps({ schema, dialect, onExample, onHide }: FirstStepsProps) {
  const { role } = useCurrentUser();
  const { mod, alt } = keyNames();
  const example = schema === undefined ? null : exampleQuery(schema, dialect);
  return (
    <EmptyState title="Get started">
      <ol className="hints">
        <li>
          <Keys keys={`${mod} + Enter`} /> runs the query or the selection.
        </li>
        <li>Double-click a table or column in the schema to insert its name.</li>
        <li>
          <Keys keys={`${alt} + C`} /> shows the chart of the rows; it is saved with the query.
        </li>
        <li>
          <Keys keys={`${mod} + K`} /> finds queries, tables and pages; <Keys keys="?" /> lists all
          shortcuts.
        </li>
      </ol>
      <Group gap="xs">
        {example !== null && (
          <Button variant="default" onClick={() => onExample(example)}>
            Insert an example query
          </Button>
        )}
        {role === 'admin' && (
          <ButtonLink to="/admin/$section" params={{ section: 'connections' }} variant="default">
            Add your database
          </ButtonLink>
        )}
        <Button variant="subtle" color="gray" onClick={onHide}>
          Hide hints
        </Button>
      </Group>
    </EmptyState>
  );
}
