import { Button, Pill } from '@mantine/core';
import type { ColumnInfo } from '@sluice/contracts';
import { filterText, type ColumnFilter } from './column-filters.js';

interface FilterChipsProps {
  filters: ColumnFilter[];
  columns: ColumnInfo[];
  onChange(filters: ColumnFilter[]): void;
}

/** The conditions on columns, each with a button that removes it. */
export function FilterChips({ filters, columns, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <div className="filter-chips" role="group" aria-label="Filters">
      {filters.map((filter, index) => {
        const text = filterText(filter, columns);
        return (
          <Pill
            key={index}
            withRemoveButton
            title={text}
            removeButtonProps={{
              'aria-label': `Remove filter ${text}`,
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => onChange(filters.filter((_, each) => each !== index))}
          >
            {text}
          </Pill>
        );
      })}
      {filters.length > 1 && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange([])}>
          Remove all
        </Button>
      )}
    </div>
  );
}
