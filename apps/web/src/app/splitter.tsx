import { useState, type KeyboardEvent, type PointerEvent } from 'react';

interface SplitterProps {
  /** What it divides, for those who cannot see it. */
  label: string;
  /** `vertical`: a line that is moved to the left and right. */
  orientation: 'vertical' | 'horizontal';
  /** Pixels of the pane before it. */
  value: number;
  min: number;
  max: number;
  /** The sized pane comes after the line. */
  isReversed?: boolean;
  onChange(value: number): void;
}

const stepPixels = 24;

/** A line between two panes that is moved by pointer or arrow keys. */
export function Splitter(props: SplitterProps) {
  const { label, orientation, value, min, max, isReversed = false, onChange } = props;
  const [grip, setGrip] = useState<number | null>(null);
  const at = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY);
  const sign = isReversed ? -1 : 1;
  /** Less than `value` where a pane has no room for it. */
  const shown = (line: HTMLElement): number => {
    const pane = isReversed ? line.nextElementSibling : line.previousElementSibling;
    const box = pane?.getBoundingClientRect();
    return (orientation === 'vertical' ? box?.width : box?.height) ?? value;
  };
  const move = (to: number) => onChange(Math.round(Math.min(max, Math.max(min, to))));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    move(shown(event.currentTarget) + steps * sign * stepPixels);
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
        setGrip(at(event) - sign * shown(event.currentTarget));
      }}
      onPointerMove={(event) => {
        if (grip !== null) move(sign * (at(event) - grip));
      }}
      onPointerUp={() => setGrip(null)}
      onPointerCancel={() => setGrip(null)}
    />
  );
}
