import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** The buttons of a table row. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <div className="row-actions">{children}</div>
);

interface ActionButtonProps {
  label: string;
  /** The row that the button acts on; it is part of the accessible name. */
  target: string;
  isDestructive?: boolean;
  isDisabled?: boolean;
  onClick(): void;
}

/** A button of a table row. */
export function ActionButton(props: ActionButtonProps) {
  const { label, target, isDestructive = false, isDisabled = false, onClick } = props;
  return (
    <Button
      {...(isDestructive
        ? { variant: 'subtle', color: 'red' }
        : { variant: 'subtle', color: 'gray' })}
      aria-label={`${label} ${target}`}
      disabled={isDisabled}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
