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

/** The options that a chart type sets. A chart has at most one axis of places and two of values. */
export interface ChartOption {
  series: SeriesOption[];
  tooltip: TooltipComponentOption;
  legend: LegendComponentOption;
  xAxis?: XAXisComponentOption | XAXisComponentOption[];
  yAxis?: YAXisComponentOption | YAXisComponentOption[];
  grid?: GridComponentOption;
  dataZoom?: DataZoomComponentOption[];
  visualMap?: VisualMapComponentOption;
}

interface BaseOptions {
  /** The accessible name. */
  label: string;
  isAnimated: boolean;
}

/** Labels, names of axes and all that belongs to them stay inside these bounds. */
const bounds = {
  left: 12,
  right: 20,
  top: 48,
  bottom: 12,
  outerBoundsMode: 'same',
  outerBoundsContain: 'all',
} as const;

/** Adds the options that all charts share. Texts come from data, so tooltips are never rendered as HTML. */
export function withBaseOption(option: ChartOption, base: BaseOptions): EChartsOption {
  const { xAxis, yAxis, grid, legend, tooltip } = option;
  return {
    animation: base.isAnimated,
    animationDuration: 120,
    backgroundColor: 'transparent',
    useUTC: true,
    aria: { enabled: true, label: { description: base.label } },
    ...option,
    ...(xAxis !== undefined && {
      xAxis: listOf(xAxis).map((axis) => ({
        ...axis,
        nameLocation: 'middle',
        nameGap: 26,
        nameTruncate: { maxWidth: 320 },
        axisLabel: { hideOverlap: true, ...axis.axisLabel },
      })),
      grid: { ...bounds, ...grid },
    }),
    ...(yAxis !== undefined && {
      yAxis: listOf(yAxis).map((axis, at) => ({
        ...axis,
        nameTextStyle: { align: at === 0 ? 'left' : 'right' },
        nameTruncate: { maxWidth: 160 },
        axisLabel: { hideOverlap: true, ...axis.axisLabel },
      })),
    }),
    legend: { top: 0, textStyle: { width: 180, overflow: 'truncate' }, ...legend },
    tooltip: { confine: true, ...tooltip, renderMode: 'richText' },
  } as EChartsOption;
}

const listOf = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one]);
