import './command-palette.css';
import { Modal } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../../ui/icon.js';
import type { PaletteGroup, PaletteItem } from './palette-items.js';
import { usePaletteGroups } from './use-palette-groups.js';

/** Searches pages, actions, saved queries and tables, and runs the chosen entry. */
export default function CommandPalette({ onClose }: { onClose(): void }) {
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const groups = usePaletteGroups(search);
  const items = groups.flatMap((group) => group.items);
  const current = Math.min(active, items.length - 1);
  const run = (item: PaletteItem): void => {
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = items[current];
    if (step !== undefined && items.length > 0) {
      setActive((current + step + items.length) % items.length);
    } else if (event.key === 'Enter' && item !== undefined) run(item);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="10vh"
      title="Search or run a command"
      classNames={{ header: 'visually-hidden' }}
    >
      <div className="palette-search">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={items.length === 0 ? undefined : optionId(current)}
          placeholder="Search queries, tables, pages and actions"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList groups={groups} current={current} onPoint={setActive} onChoose={run} />
      {items.length === 0 && (
        <p className="palette-empty" role="status">
          No matches
        </p>
      )}
    </Modal>
  );
}

interface PaletteListProps {
  groups: PaletteGroup[];
  /** The index of the active entry in all groups. */
  current: number;
  onPoint(index: number): void;
  onChoose(item: PaletteItem): void;
}

function PaletteList({ groups, current, onPoint, onChoose }: PaletteListProps) {
  const starts = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0),
  );
  return (
    <div className="palette-list" id="palette-list" role="listbox" aria-label="Matches">
      {groups.map(({ label, items }, at) => (
        <div key={label} role="group" aria-label={label}>
          <div className="palette-group" aria-hidden="true">
            {label}
          </div>
          {items.map((item, offset) => {
            const index = (starts[at] ?? 0) + offset;
            return (
              <PaletteOption
                key={item.id}
                item={item}
                index={index}
                isActive={index === current}
                onPoint={() => onPoint(index)}
                onChoose={() => onChoose(item)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface PaletteOptionProps {
  item: PaletteItem;
  index: number;
  isActive: boolean;
  onPoint(): void;
  onChoose(): void;
}

function PaletteOption({ item, index, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) host.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={host}
      id={optionId(index)}
      className="palette-option"
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon name={item.icon} />
      <span className="ellipsis">{item.label}</span>
      {item.detail !== undefined && <small className="ellipsis">{item.detail}</small>}
    </div>
  );
}

const optionId = (index: number): string => `palette-${index}`;
