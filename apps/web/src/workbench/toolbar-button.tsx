import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../app/icon.js';

/** What a button of the toolbar shows and does. */
export interface ToolbarButtonProps {
  /** What it does, at length. */
  hint: string;
  icon?: Parameters<typeof Icon>[0]['name'];
  variant?: 'filled' | 'default';
  isDisabled?: boolean;
  isBusy?: boolean;
  onClick(): void;
  children: ReactNode;
}

/** A button of the toolbar, with what it does beside the pointer. */
export function ToolbarButton(props: ToolbarButtonProps) {
  const { hint, icon, variant = 'default', isDisabled, isBusy, onClick, children } = props;
  return (
    <Tooltip label={hint}>
      <Button
        variant={variant}
        leftSection={icon && <Icon name={icon} size={13} />}
        disabled={isDisabled === true}
        loading={isBusy === true}
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
