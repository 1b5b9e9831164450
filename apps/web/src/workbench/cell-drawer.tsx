import { Badge, Code, Drawer, Group } from '@mantine/core';
import type { ColumnInfo } from '@sluice/contracts';
import { useState } from 'react';
import { CopyTextButton } from '../app/copy-text-button.js';
import { textOfCell } from '../grid/cell-text.js';

/** A cell that is shown whole. */
export interface OpenedCell {
  column: ColumnInfo;
  value: unknown;
}

/** The side view of a long value; JSON is laid out. */
export function CellDrawer({ cell, onClose }: { cell: OpenedCell | null; onClose(): void }) {
  // It keeps its content while it moves out of sight.
  const [shown, setShown] = useState(cell);
  if (cell !== null && cell !== shown) setShown(cell);
  const text = shown === null ? '' : (laidOut(shown) ?? 'NULL');
  return (
    <Drawer
      opened={cell !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={shown?.column.name}
    >
      <Group mb="xs">
        <Badge variant="light" tt="none">
          {shown?.column.dbType}
        </Badge>
        <CopyTextButton text={text} />
      </Group>
      <Code block className="mono" tabIndex={0}>
        {text}
      </Code>
    </Drawer>
  );
}

function laidOut({ column, value }: OpenedCell): string | null {
  if (value !== null && typeof value === 'object') return JSON.stringify(value, null, 2);
  const text = textOfCell(value);
  if (column.datatype !== 'json' || text === null) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
