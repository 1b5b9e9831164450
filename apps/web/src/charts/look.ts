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

/** What a kind of chart decides; at most one pair of axes. */
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

const axisLook = { axisLabel: { hideOverlap: true } };

/** What every chart has in common. Texts come from data: nothing is drawn as HTML. */
export function looked(option: ChartOption, label: string): EChartsOption {
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
      xAxis: { nameLocation: 'middle', nameGap: 30, ...axisLook, ...xAxis },
      grid: { left: 24, right: 24, top: 50, bottom: 40, containLabel: true, ...grid },
    }),
    ...(yAxis !== undefined && { yAxis: { ...axisLook, ...yAxis } }),
    legend: { top: 0, ...legend },
    tooltip: { confine: true, ...tooltip, renderMode: 'richText' },
  };
}
