import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { init } from './echarts.js';
import { looked, type ChartOption } from './look.js';

/** Gives pictures of what is drawn. */
export interface ChartPictures {
  /** The address of its data. */
  png(): string;
  /** The text of the file. */
  svg(): string;
}

interface ChartCanvasProps {
  option: ChartOption;
  label: string;
  onReady(pictures: ChartPictures | null): void;
}

/** The drawing itself; it follows the size of its place. */
export default function ChartCanvas({ option, label, onReady }: ChartCanvasProps) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof init> | null>(null);
  const latest = useRef({ option, label, onReady });
  latest.current = { option, label, onReady };

  useEffect(() => {
    if (host.current === null) return;
    const theme = isDark ? 'dark' : null;
    const backgroundColor = isDark ? '#242424' : '#ffffff';
    const created = init(host.current, theme, { renderer: 'canvas' });
    chart.current = created;
    const sizes = new ResizeObserver(() => created.resize());
    sizes.observe(host.current);
    latest.current.onReady({
      png: () => created.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }),
      svg: () => {
        const [width, height] = [created.getWidth(), created.getHeight()];
        const drawn = init(null, theme, { renderer: 'svg', ssr: true, width, height });
        const shown = looked(latest.current.option, latest.current.label);
        drawn.setOption({ ...shown, animation: false, backgroundColor });
        const text = drawn.renderToSVGString();
        drawn.dispose();
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
    chart.current?.setOption(looked(option, label), { notMerge: true });
  }, [option, label, isDark]);

  return <div ref={host} className="fill" role="img" aria-label={label} />;
}
