import { useState, type KeyboardEvent, type PointerEvent } from 'react';

interface SplitterProps {
  /** The accessible name. */
  label: string;
  /** `vertical`: the line moves left and right. */
  orientation: 'vertical' | 'horizontal';
  /** Size of the pane in pixels. */
  value: number;
  min: number;
  max: number;
  /** The resized pane is after the line. */
  isReversed?: boolean;
  onChange(value: number): void;
}

const STEP_PIXELS = 24;

/** A line between two panes; pointer and arrow keys move it. */
export function Splitter(props: SplitterProps) {
  const { label, orientation, value, min, max, isReversed = false, onChange } = props;
  const [grip, setGrip] = useState<number | null>(null);
  const at = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY);
  const sign = isReversed ? -1 : 1;
  /** The rendered size; smaller than `value` if the window is too small. */
  const renderedSize = (line: HTMLElement): number => {
    const pane = isReversed ? line.nextElementSibling : line.previousElementSibling;
    const box = pane?.getBoundingClientRect();
    return (orientation === 'vertical' ? box?.width : box?.height) ?? value;
  };
  const move = (to: number) => onChange(Math.round(Math.min(max, Math.max(min, to))));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    move(renderedSize(event.currentTarget) + steps * sign * STEP_PIXELS);
  };
  return (
    <div
      className="splitter"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setGrip(at(event) - sign * renderedSize(event.currentTarget));
      }}
      onPointerMove={(event) => {
        if (grip !== null) move(sign * (at(event) - grip));
      }}
      onPointerUp={() => setGrip(null)}
      onPointerCancel={() => setGrip(null)}
    />
  );
}
