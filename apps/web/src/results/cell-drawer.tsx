import { Badge, Code, Drawer, Group } from '@mantine/core';
import type { ColumnInfo } from '@sluice/contracts';
import { useState } from 'react';
import { CopyTextButton } from '../ui/copy-text-button.js';
import { cellText } from './grid/cell-text.js';
import { imageAddress } from './image-address.js';

/** A cell whose full value is shown. */
export interface OpenedCell {
  column: ColumnInfo;
  value: unknown;
}

/** The side view of a cell value, with formatted JSON. */
export function CellDrawer({ cell, onClose }: { cell: OpenedCell | null; onClose(): void }) {
  // The drawer keeps its content while it closes.
  const [shown, setShown] = useState(cell);
  if (cell !== null && cell !== shown) setShown(cell);
  const text = shown === null ? '' : (formattedText(shown) ?? 'NULL');
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
      {shown?.column.datatype === 'binary' && <CellImage column={shown.column} text={text} />}
      <Code block className="mono cell-value" tabIndex={0}>
        {text}
      </Code>
    </Drawer>
  );
}

/** The image in a binary value, if it holds one. */
export function CellImage({ column, text }: { column: ColumnInfo; text: string }) {
  const address = imageAddress(text);
  return address && <img className="cell-image" src={address} alt={`Image in ${column.name}`} />;
}

function formattedText({ column, value }: OpenedCell): string | null {
  if (value !== null && typeof value === 'object') return JSON.stringify(value, null, 2);
  const text = cellText(value);
  if (column.datatype !== 'json' || text === null) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
