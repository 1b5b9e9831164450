import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.js';

/** Props of a toolbar button. */
export interface ToolbarButtonProps {
  /** The tooltip. */
  hint: string;
  icon?: Parameters<typeof Icon>[0]['name'];
  variant?: 'filled' | 'subtle';
  isDisabled?: boolean;
  isBusy?: boolean;
  onClick(): void;
  children: ReactNode;
}

/** A toolbar button with a tooltip. */
export function ToolbarButton(props: ToolbarButtonProps) {
  const { hint, icon, variant = 'subtle', isDisabled, isBusy, onClick, children } = props;
  return (
    <Tooltip label={hint}>
      <Button
        variant={variant}
        {...(variant === 'subtle' && { color: 'gray' })}
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
