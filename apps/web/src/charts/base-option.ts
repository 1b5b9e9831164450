import type {
  DataZoomComponentOption,
  EChartsOption,
  GridComponentOption,
  LegendComponentOption,
  SeriesOption,
  TooltipComponentOption,
  VisualMapComponentOption,
  XAXisComponentOption,
  YAXisComponentOption,
} from 'echarts';

/** The options that a chart type sets. A chart has at most one pair of axes. */
export interface ChartOption {
  series: SeriesOption[];
  tooltip: TooltipComponentOption;
  legend: LegendComponentOption;
  xAxis?: XAXisComponentOption;
  yAxis?: YAXisComponentOption;
  grid?: GridComponentOption;
  dataZoom?: DataZoomComponentOption[];
  visualMap?: VisualMapComponentOption;
}

const axisDefaults = { axisLabel: { hideOverlap: true } };

/** Adds the options that all charts share. Texts come from data, so tooltips are never rendered as HTML. */
export function withBaseOption(option: ChartOption, label: string): EChartsOption {
  const { xAxis, yAxis, grid, legend, tooltip } = option;
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    animation: !isReduced,
    animationDuration: 200,
    backgroundColor: 'transparent',
    useUTC: true,
    aria: { enabled: true, label: { description: label } },
    ...option,
    ...(xAxis !== undefined && {
      xAxis: { nameLocation: 'middle', nameGap: 30, ...axisDefaults, ...xAxis },
      grid: { left: 24, right: 24, top: 50, bottom: 40, containLabel: true, ...grid },
    }),
    ...(yAxis !== undefined && { yAxis: { ...axisDefaults, ...yAxis } }),
    legend: { top: 0, ...legend },
    tooltip: { confine: true, ...tooltip, renderMode: 'richText' },
  };
}
