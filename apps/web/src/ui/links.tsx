import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type ElementProps = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps | keyof ButtonProps>;

/** A text link to a page, with typed routes. */
export const AnchorLink = createLink((props: Omit<AnchorProps, 'href'> & ElementProps) => (
  <Anchor {...props} />
));

/** A button that links to a page, with typed routes. */
export const ButtonLink = createLink((props: Omit<ButtonProps, 'href'> & ElementProps) => (
  <Button component="a" {...props} />
));
