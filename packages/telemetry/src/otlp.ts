import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanRole, SpanStart, Tracer, Tracing, TracingOptions } from './tracer.js';

const exportEveryMs = 1_000;
const CLOSE_WITHIN_MS = 2_000;

/**
 * Sends spans to a collector by OTLP over HTTP. This module is loaded only if tracing is configured.
 */
export function startOtlpTracing(options: TracingOptions & { endpoint: string }): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.instance.id': options.instanceId,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampleShare) }),
    // A full queue drops spans, so an unavailable collector costs memory for at most this many.
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: 8_192,
        scheduledDelayMillis: exportEveryMs,
      }),
    ],
  });
  return { tracer: tracerOf(provider.getTracer('sluice')), close: () => closed(provider) };
}

async function closed(provider: TracerProvider): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_WITHIN_MS);
  });
  const ended = provider.shutdown().catch(() => undefined);
  await Promise.race([ended, late]);
  clearTimeout(timer);
}

const kinds: Record<SpanRole, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

const tracerOf = (tracer: OtelTracer): Tracer => ({
  enabled: true,
  start: ({ name, role = 'internal', parent = null, attributes = {}, startedAtMs }: SpanStart) =>
    spanOf(
      tracer.startSpan(
        name,
        {
          kind: kinds[role],
          attributes,
          ...(startedAtMs === undefined ? {} : { startTime: startedAtMs }),
        },
        contextOf(parent),
      ),
    ),
});

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  let ended = false;
  return {
    traceParent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes) => {
      span.setAttributes(attributes);
    },
    fail: (code) => {
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => {
      if (!ended) span.end();
      ended = true;
    },
  };
}

const pattern = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Parents arrive as text, also from this process, so that nothing depends on a "current" span. */
function contextOf(parent: string | null): Context {
  const [, traceId, spanId, flags] = pattern.exec(parent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
