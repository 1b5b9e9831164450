/** Attributes of a span: ids, counts and kinds; never SQL, values or secrets. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** The kind of a span, as OpenTelemetry names it. */
export type SpanRole = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** How a span starts. */
export interface SpanStart {
  name: string;
  /** Default: `internal`. */
  role?: SpanRole;
  /** A W3C `traceparent`. If it is null, absent or malformed, the span starts a trace. */
  parent?: string | null;
  attributes?: SpanAttributes;
  /** Epoch milliseconds. Default: now. */
  startedAtMs?: number;
}

/** A unit of work with a start and an end. */
export interface Span {
  /** The parent for other spans, also in other processes; null when nothing is traced. */
  readonly traceParent: string | null;
  set(attributes: SpanAttributes): void;
  /**
   * Marks the work as failed with a code of the service, never with a message, which may quote values.
   */
  fail(code: string): void;
  /** Ends the span; a repeated call does nothing. */
  end(): void;
}

/** Starts spans. */
export interface Tracer {
  /** False when nothing is traced, so that work that only feeds spans can be skipped. */
  readonly enabled: boolean;
  start(start: SpanStart): Span;
}

const noSpan: Span = {
  traceParent: null,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

/** The tracer of a process without tracing. */
export const noTracer: Tracer = { enabled: false, start: () => noSpan };

/** Options of {@link openTracing}. */
export interface TracingOptions {
  /** Such as `sluice-api`. */
  serviceName: string;
  /** Distinguishes processes of one service. */
  instanceId: string;
  /** Base URL of the collector, such as `http://127.0.0.1:4318`; undefined disables tracing. */
  endpoint: string | undefined;
  /**
   * Share of the traces started here that are kept, from 0 to 1. Traces started elsewhere decide for
   * themselves.
   */
  sampleShare: number;
}

/** The tracing of a process. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends pending spans for at most 2 s; never throws. */
  close(): Promise<void>;
}
