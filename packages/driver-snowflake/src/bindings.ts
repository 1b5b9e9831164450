import type { BoundValue, ScalarType } from '@sluice/contracts';
import type { ParameterMarks } from '@sluice/driver-kit/sql/bind';
import { dayNanos, epochDay, epochNanos, offsetMinutes } from '@sluice/driver-kit/sql/moments';

/** `?` */
export const marks: ParameterMarks = { mark: () => '?', isShared: false };

const DAY_MS = 86_400_000;
/** Offsets are sent as minutes from 24 hours west of UTC. */
const OFFSET_BASE = 1440;

/** A value of a request: the server's type and its text. */
interface Binding {
  type: string;
  value: string | null;
}

const bindings: Record<ScalarType, { type: string; text: (value: string) => string }> = {
  text: { type: 'TEXT', text: (value) => value },
  integer: { type: 'FIXED', text: (value) => value },
  decimal: { type: 'FIXED', text: (value) => value },
  boolean: { type: 'BOOLEAN', text: (value) => value },
  date: { type: 'DATE', text: (value) => String(epochDay(value) * DAY_MS) },
  time: { type: 'TIME', text: (value) => String(dayNanos(value)) },
  timestamp: { type: 'TIMESTAMP_NTZ', text: (value) => String(epochNanos(value)) },
  timestamptz: {
    type: 'TIMESTAMP_TZ',
    text: (value) => `${String(epochNanos(value))} ${String(offsetMinutes(value) + OFFSET_BASE)}`,
  },
  uuid: { type: 'TEXT', text: (value) => value },
  json: { type: 'TEXT', text: (value) => value },
};

/** Returns the field of a request that holds the values, by their numbers; empty without values. */
export const bindingsOf = (values: readonly BoundValue[]): { bindings?: Record<string, Binding> } =>
  values.length === 0
    ? {}
    : {
        bindings: Object.fromEntries(
          values.map(({ type, value }, index) => {
            const { type: serverType, text } = bindings[type];
            const binding = { type: serverType, value: value === null ? null : text(value) };
            return [String(index + 1), binding];
          }),
        ),
      };
