import {
  Button,
  Checkbox,
  Group,
  Loader,
  Modal,
  Select,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import type { ColumnInfo } from '@sluice/contracts';
import { useState } from 'react';
import { ErrorAlert } from '../ui/error-alert.js';
import { formatCount } from '../ui/format.js';
import { formattedNumber } from '../ui/number-formats.js';
import {
  conditionOf,
  isFilterValue,
  operatorLabels,
  operatorsOf,
  takesValue,
  type ChosenOperator,
  type ColumnFilter,
} from './column-filters.js';
import { cellText, previewText } from './grid/cell-text.js';
import { useColumnValues } from './use-column-values.js';
import { requestOf, type Arrangement } from './use-view-rows.js';

interface ColumnValuesDialogProps {
  statementId: string;
  columns: ColumnInfo[];
  /** Index of the column. */
  index: number;
  arrangement: Arrangement;
  onFilter(filters: ColumnFilter[]): void;
  onClose(): void;
}

/** Figures and frequent values of a column, and a form that filters by it. */
export function ColumnValuesDialog(props: ColumnValuesDialogProps) {
  const { columns, index, onClose } = props;
  const column = columns[index];
  if (column === undefined) return null;
  return (
    <Modal opened onClose={onClose} title={column.name} size="lg">
      <Content {...props} column={column} />
    </Modal>
  );
}

function Content(props: ColumnValuesDialogProps & { column: ColumnInfo }) {
  const { statementId, column, index, arrangement, onFilter, onClose } = props;
  const { search, filters = [] } = requestOf({ ...arrangement, sorting: null });
  const others = filters.filter((filter) => filter.column !== index);
  const [own] = filters.filter((filter) => filter.column === index);
  const found = useColumnValues(statementId, index, column, {
    ...(search !== undefined && { search }),
    filters: others,
  });
  const operators = operatorsOf(column);
  const [operator, setOperator] = useState<ChosenOperator>(
    () => operators.find((each) => each === own?.operator) ?? operators[0] ?? '=',
  );
  const [text, setText] = useState(() => (own?.value === undefined ? '' : String(own.value)));
  const [checked, setChecked] = useState<unknown[]>(() => own?.values ?? []);
  const apply = (filter: ColumnFilter | null): void => {
    onFilter(filter === null ? others : [...others, filter]);
    onClose();
  };
  const values = checked.filter(isFilterValue);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (values.length > 0) apply({ column: index, operator: 'in', values });
        else apply(conditionOf(index, column, operator, text));
      }}
    >
      <Group align="end" gap="xs" mb="sm">
        <Select
          className="column-condition"
          size="xs"
          label="Condition"
          data={operators.map((value) => ({ value, label: operatorLabels[value] }))}
          value={operator}
          allowDeselect={false}
          onChange={(value) => setOperator(operators.find((each) => each === value) ?? operator)}
        />
        {takesValue(operator) && (
          <TextInput
            className="column-condition"
            size="xs"
            label="Value"
            data-autofocus
            value={text}
            disabled={values.length > 0}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Button type="submit" disabled={values.length === 0 && takesValue(operator) && text === ''}>
          Filter
        </Button>
        {own !== undefined && (
          <Button variant="default" onClick={() => apply(null)}>
            Remove filter
          </Button>
        )}
      </Group>
      <ErrorAlert error={found.error} />
      {found.isLoading && <Loader size="sm" role="status" aria-label="Reading the values" />}
      {!found.isLoading && found.error === null && (
        <>
          <Figures found={found} column={column} />
          <Values found={found} column={column} checked={checked} onChange={setChecked} />
        </>
      )}
    </form>
  );
}

type Found = ReturnType<typeof useColumnValues>;

const shown = (value: unknown, { datatype }: Pick<ColumnInfo, 'datatype'>): string => {
  const text = cellText(value);
  if (text === null) return 'NULL';
  return datatype === 'number' ? formattedNumber(text) : previewText(text, { datatype });
};

/** Counts are numbers, whatever the kind of the column. */
const counted = new Set(['Nulls', 'Distinct values']);

function Figures({ found, column }: { found: Found; column: ColumnInfo }) {
  const asNumber = { datatype: 'number' as const };
  return (
    <>
      <Text size="sm" c="dimmed">
        Of {formatCount(found.total)} rows
      </Text>
      <dl className="column-figures" aria-label="Figures">
        {found.figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{shown(value, counted.has(label) ? asNumber : column)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface ValuesProps {
  found: Found;
  column: ColumnInfo;
  checked: unknown[];
  onChange(checked: unknown[]): void;
}

function Values({ found, column, checked, onChange }: ValuesProps) {
  const { values, distinctCount, total } = found;
  const toggle = (value: unknown): void =>
    onChange(
      checked.includes(value) ? checked.filter((each) => each !== value) : [...checked, value],
    );
  return (
    <Table layout="fixed" aria-label="Most frequent values">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            {values.length < distinctCount
              ? `${formatCount(values.length)} most frequent values`
              : 'Values'}
          </Table.Th>
          <Table.Th w={140}>Rows</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {values.map(({ value, count }, position) => (
          <Table.Tr key={position}>
            <Table.Td className="column-value">
              {isFilterValue(value) ? (
                <Checkbox
                  size="xs"
                  label={value === '' ? '(empty text)' : previewText(String(value), column)}
                  checked={checked.includes(value)}
                  onChange={() => toggle(value)}
                />
              ) : (
                previewText(cellText(value) ?? 'NULL', column)
              )}
            </Table.Td>
            <Table.Td>
              {formatCount(count)} ({((100 * count) / Math.max(1, total)).toFixed(1)} %)
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
