import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { init } from './echarts.js';
import { withBaseOption, type ChartOption } from './base-option.js';
import { chartColors, chartTheme } from './chart-theme.js';

/** Exports the chart as an image. */
export interface ChartImages {
  /** Returns a data URL. */
  png(): string;
  /** Returns the SVG document. */
  svg(): string;
}

interface ChartCanvasProps {
  option: ChartOption;
  label: string;
  onReady(images: ChartImages | null): void;
}

/** Renders a chart with ECharts; it resizes with its container. */
export default function ChartCanvas({ option, label, onReady }: ChartCanvasProps) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init> | null>(null);
  const latest = useRef({ option, label, onReady });
  latest.current = { option, label, onReady };

  useEffect(() => {
    if (host.current === null) return;
    const colors = chartColors[isDark ? 'dark' : 'light'];
    const theme = chartTheme(colors);
    const backgroundColor = colors.surface;
    const created = init(host.current, theme, { renderer: 'canvas' });
    chart.current = created;
    const sizes = new ResizeObserver(() => created.resize());
    sizes.observe(host.current);
    latest.current.onReady({
      png: () => created.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }),
      svg: () => {
        const [width, height] = [created.getWidth(), created.getHeight()];
        const copy = init(null, theme, { renderer: 'svg', ssr: true, width, height });
        const base = { label: latest.current.label, isAnimated: false };
        copy.setOption({ ...withBaseOption(latest.current.option, base), backgroundColor });
        const text = copy.renderToSVGString();
        copy.dispose();
        return text;
      },
    });
    return () => {
      latest.current.onReady(null);
      sizes.disconnect();
      created.dispose();
      chart.current = null;
    };
  }, [isDark]);

  useEffect(() => {
    const isAnimated = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    chart.current?.setOption(withBaseOption(option, { label, isAnimated }), { notMerge: true });
  }, [option, label, isDark]);

  return <div ref={host} className="fill" role="img" aria-label={label} />;
}
